// `npm run webhook-urls -- https://YOUR-HOST OUTLET-ID …`: prints the webhook URL of each outlet, for its dashboard.
import { variable } from './connections.js';
import { secretOf } from './webhook-secret.js';

const [host, ...outletRefs] = process.argv.slice(2);
for (const outletRef of outletRefs) {
  const secret = secretOf(outletRef, variable('WEBHOOK_SECRET'));
  console.log(new URL(`/hooks/${outletRef}/${secret}`, host).href);
}
