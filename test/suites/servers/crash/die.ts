// Claims a delivery, and kills itself before it is handled: `die.ts <URL of the server> <URL of the delivery> <body>`.
import { createWebhookHandler } from 'outlet-open-api/webhooks';
import { openDeduplicator } from './open-deduplicator.js';

const [serverUrl = '', url = '', body = ''] = process.argv.slice(2);
const handle = createWebhookHandler({
  verify: 'none',
  deduplicator: openDeduplicator(serverUrl).deduplicator,
  onAny: () => process.kill(process.pid, 'SIGKILL'),
});
await handle(new Request(url, { method: 'POST', body }));
