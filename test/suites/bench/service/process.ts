// The service in a separate process, so that no client slows it down. It mostly holds timers.
import { on } from 'node:events';
import { goFirst } from '../priority.js';
import { KeyServer } from './key-server.js';
import type { ServiceOrder, ServiceReply } from './service.js';

const servers = new Map<string, KeyServer>();

goFirst();
process.once('disconnect', () => process.exit());

for await (const [message] of on(process, 'message')) {
  const order: ServiceOrder = message;
  const reply: ServiceReply =
    order.kind === 'open'
      ? { kind: 'opened', id: order.id, endpoint: await open(order) }
      : { kind: 'closed', id: order.id, log: close(order) };
  process.send?.(reply);
}

async function open({ plan }: ServiceOrder & { kind: 'open' }) {
  const server = new KeyServer(plan);
  const endpoint = await server.open();
  servers.set(endpoint.token, server);
  return endpoint;
}

function close({ token }: ServiceOrder & { kind: 'close' }) {
  const server = servers.get(token);
  server?.close();
  servers.delete(token);
  return server?.log ?? [];
}
