// `npm run webhook-urls -- https://YOUR-HOST KEY …`: prints the webhook URL of each API key, for the dashboard of its outlet.
import { variable } from './connections.js';
import { secretOf } from './webhook-secret.js';

const [host, ...keyRefs] = process.argv.slice(2);
for (const keyRef of keyRefs) {
  const secret = secretOf(keyRef, variable('WEBHOOK_SECRET'));
  console.log(new URL(`/hooks/${keyRef}/${secret}`, host).href);
}
