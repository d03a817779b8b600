import { isRecord } from '../../records.js';
import type { ApiKey } from '../outlet/keys.js';
import type { Outlet } from '../outlet/outlet.js';
import { type Answer, refused, serverError, tooManyRequests, unexpected } from './answer.js';
import { authorize } from './authorization.js';
import { createIdempotency, requireUuidV4 } from './idempotency.js';
import { createRateWindows, type FakeRateLimit } from './rate-window.js';
import { Refusal } from './refusal.js';
import { createRouter, type Handlers, type Match } from './router.js';

/** A request as it came in. */
export interface Arrival {
  readonly method: string;
  /** Below `/api/v1`; nothing where the address has no such part. */
  readonly path: string | undefined;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** What goes wrong inside the service. */
export type InnerFault = 'server-error' | 'server-error-after-effect' | 'rate-limited';

export type Service = (arrival: Arrival, fault?: InnerFault) => Promise<Answer>;

/** From a request to its answer: authorization, rate limit, route, idempotency, rules. */
export function createService(outlet: Outlet, rateLimit: FakeRateLimit | false, handlers: Handlers): Service {
  const { assume, clock, keys } = outlet;
  const windows = createRateWindows(rateLimit, clock);
  const idempotency = createIdempotency(clock, assume);
  const route = createRouter(handlers, assume);

  async function perform(key: ApiKey, match: Match, arrival: Arrival): Promise<Answer> {
    const { handler, operation, params } = match;
    const { method, query } = arrival;
    const param = (name: string) => params[name] ?? '';
    const body = operation.body ? readJson(arrival) : {};
    const result = await handler({ key, query, param, body });
    // A copy: an answer that is remembered must not change with the order that it shows.
    return { status: method === 'POST' ? 201 : 200, body: structuredClone(result) };
  }

  async function answerTo(key: ApiKey, arrival: Arrival, fault: InnerFault | undefined): Promise<Answer> {
    const { method, path } = arrival;
    if (path === undefined) throw new Refusal(404, 'Not found');
    const match = route(method, path);
    if (!assume.allows(key.useCase, match.operation.id)) {
      throw new Refusal(403, 'The use case of this key does not include this endpoint');
    }
    if (fault === 'server-error') return serverError;
    const attempt = () => orRefusal(() => perform(key, match, arrival));
    const answer = await (method === 'POST' ? once(key, arrival, attempt, fault) : attempt());
    return fault === 'server-error-after-effect' ? serverError : answer;
  }

  async function once(
    key: ApiKey,
    arrival: Arrival,
    attempt: () => Promise<Answer>,
    fault: InnerFault | undefined,
  ): Promise<Answer> {
    const idempotencyKey = arrival.headers.get('idempotency-key');
    if (idempotencyKey === null) return attempt();
    requireUuidV4(idempotencyKey);
    const post = { key: `${key.id} ${idempotencyKey}`, path: arrival.path ?? '', body: arrival.body };
    const remembersFailure =
      fault === 'server-error-after-effect' && assume.replayAfterServerError === 'server-error';
    return idempotency.once(post, async () => {
      const answer = await attempt();
      return remembersFailure ? serverError : answer;
    });
  }

  async function orRefusal(answer: () => Promise<Answer>): Promise<Answer> {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof Refusal) return refused(error, assume);
      throw error;
    }
  }

  return async (arrival, fault) => {
    // Requests without a key have windows too, because every answer tells about one.
    const authorization = arrival.headers.get('authorization');
    const caller = authorization ?? '';
    const turn = fault === 'rate-limited' ? windows.exhaust(caller) : windows.take(caller);
    const answer = await orRefusal(async () => {
      const key = authorize(authorization, keys);
      return turn.exceeded ? tooManyRequests(turn.retryAfter) : answerTo(key, arrival, fault);
    }).catch(unexpected);
    return { ...answer, headers: { ...answer.headers, ...turn.headers } };
  };
}

/** The body of a request. Specification: "Endpoints", request bodies are JSON. */
function readJson({ headers, body }: Arrival): Record<string, unknown> {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal(400, 'Content-Type must be application/json');
  const value = parseJson(body);
  if (!isRecord(value)) throw new Refusal(400, 'The body must be a JSON object');
  return value;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal(400, 'The body is not valid JSON');
  }
}
