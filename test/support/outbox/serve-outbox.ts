import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { OutletClient } from '../../../src/index.js';
import { createOutbox, type OutboxStore } from '../../../src/sync/index.js';
import { createWebhookHandler, toNodeListener } from '../../../src/webhooks/index.js';

/**
 * Serves an outbox on a port, which it prints: `POST` adds an order, `DELETE /:reference` cancels it, and `GET /:reference` returns its
 * entry. The arguments of the program are a folder for the changes, the URL of the API, and the token.
 */
export function serveOutbox<Transaction>(store: OutboxStore<Transaction>): void {
  const [, , folder = '', baseUrl = '', accessToken = ''] = process.argv;
  const outlet = new OutletClient({ baseUrl, accessToken, logLevel: 'off' });
  const outbox = createOutbox({
    store,
    outlets: { get: () => outlet },
    interval: 50,
    readInterval: 5_000,
    onError: () => {},
    onChange: ({ reference, version }) =>
      appendFileSync(join(folder, 'changes'), `${reference} ${version}\n`),
  });
  const handleWebhook = createWebhookHandler({
    verify: 'none',
    logger: { warn: () => {}, error: () => {} },
    resolve: () => ({ outlet, keyRef: 'bistro', outletRef: 'bistro' }),
    consumers: [outbox],
  });
  void outbox.run();

  const server = createServer(
    toNodeListener(async (request, info) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/webhooks') return handleWebhook(request, info);
      const ref = { keyRef: 'bistro', partner: 'foodie', reference: pathname.slice(1) };
      if (request.method === 'GET') return Response.json((await outbox.get(ref)) ?? null);
      if (request.method === 'DELETE') return Response.json(await outbox.cancel(ref));
      return Response.json(await outbox.addOrder('bistro', await request.json()), { status: 202 });
    }),
  );
  server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address())));
}
