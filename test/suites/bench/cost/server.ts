// A server in its own process, whose work is not measured. It prepares its responses, so that it is as fast as possible.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { monotonicNow } from '../service/clock.js';
import { Windows, windowLength } from '../service/windows.js';
import { bodyOf, type Payload } from './payload.js';

/** The counts of requests since the last command. */
export interface Tally {
  readonly accepted: number;
  readonly rejected: number;
  /** The smallest number, among the keys that sent requests. */
  readonly fewest: number;
  /** Processor time since the last command, in milliseconds. */
  readonly cpu: number;
}

/** The number of requests that a key has in each second from now on. */
export interface ServerOrder {
  readonly limit: number;
}

const bodies = { order: Buffer.from(bodyOf('order')), page: Buffer.from(bodyOf('page')) };
const rejection = Buffer.from(JSON.stringify({ code: 429, message: 'Rate limit exceeded', retryAfter: 1 }));
const clockOffset = Date.now() - monotonicNow();
/** When the windows of each key begin. They differ between keys. Milliseconds. */
const phases = new Map<string, number>();
let windows = new Windows(Number.POSITIVE_INFINITY);
let accepted = new Map<string, number>();
let rejected = 0;
let usage = process.cpuUsage();

const server = createServer((request, response) => {
  request.resume();
  const token = request.headers.authorization ?? '';
  const phase = phases.get(token) ?? (phases.size * 619) % windowLength;
  phases.set(token, phase);
  const turn = windows.take(token, monotonicNow() + clockOffset - phase);
  const { accepted: passes, limit, remaining } = turn;
  if (passes) accepted.set(token, (accepted.get(token) ?? 0) + 1);
  else rejected += 1;
  const body = passes ? bodies[payloadFor(request)] : rejection;
  response.writeHead(passes ? 200 : 429, {
    'content-type': 'application/json',
    'content-length': body.byteLength,
    ...(Number.isFinite(limit) && {
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': new Date(turn.reset + phase).toISOString(),
    }),
  });
  response.end(body);
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.once('disconnect', () => process.exit());
process.on('message', ({ limit }: ServerOrder) => {
  const counts = [...accepted.values()];
  const { user, system } = process.cpuUsage(usage);
  const tally: Tally = {
    accepted: counts.reduce((one, other) => one + other, 0),
    rejected,
    fewest: Math.min(...counts),
    cpu: (user + system) / 1_000,
  };
  process.send?.(tally);
  if (limit !== windows.limit) windows = new Windows(limit);
  accepted = new Map();
  rejected = 0;
  usage = process.cpuUsage();
});
const address = server.address();
process.send?.(typeof address === 'object' ? address?.port : undefined);

/** A client with list support requests a list by its range. */
function payloadFor({ url = '' }: IncomingMessage): Payload {
  return url.endsWith('/page') || url.includes('?') ? 'page' : 'order';
}
