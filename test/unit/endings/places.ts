import type { ServerResponse } from 'node:http';
import type { CallOptions, OutletClient, OutletClientOptions } from 'outlet-open-api';
import type { LoopbackService } from '../../support/services/loopback-service.js';
import type { EndingName } from './endings.js';

/** A timeout does not run while a call waits. */
const anywhere: readonly EndingName[] = ['an abort', 'a closed client', 'a deadline'];

/** The state of a call when it is ended. */
export interface Place {
  readonly name: string;
  /** What the service does with a request. */
  readonly respond: (response: ServerResponse) => void;
  readonly options?: OutletClientOptions;
  /** Brings a call to the place. `arrived` resolves when it is there. */
  begin(outlet: OutletClient, options: CallOptions, service: LoopbackService): Begun;
  readonly endedBy: readonly EndingName[];
  /** Whether the service sees the connection close. An idle connection stays open, and so does one that nobody reads. */
  readonly isConnected?: boolean;
}

interface Begun {
  readonly call: Promise<unknown>;
  readonly arrived: Promise<unknown>;
}

const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const get = (outlet: OutletClient, options: CallOptions) => outlet.orders.get('o-1', options);
const body = (text: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write(text);
};
const never = () => {};
const onceItArrives = (outlet: OutletClient, options: CallOptions, service: LoopbackService) => ({
  arrived: service.nextArrival(),
  call: get(outlet, options),
});

export const places: readonly Place[] = [
  {
    name: 'while its token is fetched',
    respond: never,
    options: { accessToken: () => new Promise<string>(() => {}) },
    begin: (outlet, options) => ({ call: get(outlet, options), arrived: Promise.resolve() }),
    endedBy: anywhere,
  },
  {
    name: 'while it waits for the rate limit',
    respond: (response) => response.end('{"id":"o-1"}'),
    options: { rateLimit: { requests: 1, interval: 60_000 } },
    begin: (outlet, options) => {
      const first = get(outlet, {});
      return { call: first.then(() => get(outlet, options)), arrived: first };
    },
    endedBy: anywhere,
  },
  {
    name: 'while it waits for the response',
    respond: never,
    begin: onceItArrives,
    isConnected: true,
    endedBy: [...anywhere, 'a timeout'],
  },
  {
    name: 'while its body is being sent',
    respond: never,
    begin: (outlet, options, service) => {
      const note = 'x'.repeat(8_000_000);
      const call = outlet.orders.import({ externalOrderSource: 'pos', receiptNumber: note }, options);
      return { call, arrived: service.nextArrival() };
    },
    endedBy: [...anywhere, 'a timeout'],
  },
  {
    name: 'while the response arrives',
    respond: body('{"id":'),
    begin: onceItArrives,
    isConnected: true,
    endedBy: [...anywhere, 'a timeout'],
  },
  {
    name: 'while the response arrives byte by byte',
    respond: (response) => {
      body('{"id":"')(response);
      const drip = setInterval(() => response.write('o'), 10);
      response.on('close', () => clearInterval(drip));
    },
    begin: onceItArrives,
    isConnected: true,
    endedBy: [...anywhere, 'a timeout'],
  },
  {
    name: 'while an error response arrives',
    respond: (response) => response.writeHead(500).write('{"code":'),
    begin: onceItArrives,
    isConnected: true,
    endedBy: [...anywhere, 'a timeout'],
  },
  {
    name: 'while it waits for a retry',
    respond: (response) => response.writeHead(500).end(),
    begin: onceItArrives,
    endedBy: anywhere,
  },
  {
    name: 'while it waits out a 429',
    respond: (response) => response.writeHead(429).end('{"code":429,"retryAfter":30}'),
    begin: onceItArrives,
    endedBy: ['an abort', 'a closed client'],
  },
  {
    name: 'while it lists orders',
    respond: body('{"data":[],"next":'),
    begin: (outlet, options, service) => ({
      arrived: service.nextArrival(),
      call: outlet.orders.list(range, options).toArray(),
    }),
    isConnected: true,
    endedBy: [...anywhere, 'a timeout'],
  },
  {
    name: 'between two reads of an order',
    respond: (response) => response.end('{"id":"o-1","status":"open"}'),
    begin: (outlet, { signal }, service) => ({
      arrived: service.nextArrival(),
      call: outlet.orders.waitFor('o-1', { until: () => false, signal, interval: 60_000 }),
    }),
    endedBy: ['an abort', 'a closed client'],
  },
];
