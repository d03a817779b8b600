import { randomUUID } from 'node:crypto';
import type { OperationKind } from './operations/kinds.js';
import type { Law } from './violation.js';

/** A client with one deliberate bug, made from ours by a custom `fetch`. */
interface BrokenClient {
  readonly name: string;
  /** The plan in which the bug shows: what to request, and which fault the first request gets. */
  readonly kind: OperationKind;
  readonly fault: string;
  /** Default: none. */
  readonly retries?: number;
  readonly breaks: Law;
  readonly fetch: typeof globalThis.fetch;
}

export const brokenClients: readonly BrokenClient[] = [
  {
    name: 'creates a new key for each attempt',
    kind: 'orders.create',
    fault: 'reset after the effect',
    retries: 1,
    breaks: 'doubled',
    fetch: (input, init) => fetch(changed(new Request(input, init), 'idempotency-key', randomUUID())),
  },
  {
    name: 'sends other bytes on each attempt',
    kind: 'reservations.create',
    fault: '503',
    retries: 1,
    breaks: 'changed',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const body = request.method === 'POST' ? (await request.text()) + spaces() : null;
      return fetch(new Request(request, { body }));
    },
  },
  {
    name: 'shares a key between operations',
    kind: 'orders.import',
    fault: 'none',
    breaks: 'shared',
    fetch: (input, init) => fetch(changed(new Request(input, init), 'idempotency-key', oneForAll)),
  },
  {
    name: 'says after a broken connection that nothing was sent',
    kind: 'orders.import',
    fault: 'closed after the effect',
    breaks: 'outcome',
    fetch: async (input, init) => {
      try {
        return await fetch(input, init);
      } catch {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
      }
    },
  },
  {
    name: 'follows redirects',
    kind: 'orders.get',
    fault: 'redirect 307',
    breaks: 'elsewhere',
    fetch: (input, init) => fetch(new Request(input, init), { redirect: 'follow' }),
  },
  {
    name: 'drops a page',
    kind: 'orders.list',
    fault: 'none',
    breaks: 'missed',
    fetch: async (input, init) => {
      const reply = await fetch(input, init);
      const { data, next } = await reply.json();
      return Response.json({ data: next === null ? data : [], next });
    },
  },
  {
    name: 'delivers records twice',
    kind: 'actionLogs.list',
    fault: 'none',
    breaks: 'repeated',
    fetch: async (input, init) => {
      const reply = await fetch(input, init);
      const { data, next } = await reply.json();
      return Response.json({ data: [...data, ...data], next });
    },
  },
  {
    name: 'forgets its token',
    kind: 'channels.list',
    fault: 'none',
    breaks: 'token',
    fetch: (input, init) => fetch(changed(new Request(input, init), 'authorization', 'Bearer other')),
  },
  {
    name: 'invents its results',
    kind: 'orders.cancel',
    fault: 'none',
    breaks: 'lost',
    fetch: async () => Response.json({ id: 'o-1', status: 'cancelled' }),
  },
  {
    name: 'leaves its requests open',
    kind: 'menus.get',
    fault: 'hang before the effect',
    breaks: 'open',
    fetch: (input, init) => fetch(new Request(input, { ...init, signal: null }), { signal: null }),
  },
];

const oneForAll = randomUUID();
let attempts = 0;

/** Longer with each call. White space does not change the meaning of JSON. */
function spaces(): string {
  attempts += 1;
  return ' '.repeat(attempts);
}

function changed(request: Request, header: string, value: string): Request {
  if (header === 'idempotency-key' && request.method !== 'POST') return request;
  request.headers.set(header, value);
  return request;
}
