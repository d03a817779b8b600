import { channelOf } from '../../diagnostics/channels.js';
import { isRecord } from '../../json.js';
import type { Assumptions } from '../assumptions.js';
import type { Deliveries } from '../deliveries/deliveries.js';
import { actionLogEndpoints } from '../endpoints/action-log-endpoints.js';
import { channelEndpoints } from '../endpoints/channel-endpoints.js';
import { goodsReceiptEndpoints } from '../endpoints/goods-receipt-endpoints.js';
import { importEndpoint } from '../endpoints/import-endpoint.js';
import { menuEndpoints } from '../endpoints/menu-endpoints.js';
import { orderEndpoints } from '../endpoints/order-endpoints.js';
import { reservationEndpoints } from '../endpoints/reservation-endpoints.js';
import type { Clock } from '../outlet/clock.js';
import type { ApiKey } from '../outlet/keys.js';
import type { Outlet } from '../outlet/outlet.js';
import type { FaultKind } from './faults.js';
import type { Handler } from './handler.js';
import { HttpError, Problems } from './http-error.js';
import { createIdempotency, requireUuidV4 } from './idempotency.js';
import { createRateWindows, type FakeRateLimit } from './rate-window.js';
import {
  type ApiResponse,
  errorResponse,
  type FakeResponse,
  serverError,
  tooManyRequests,
  unexpected,
} from './responses.js';
import { type FakeEndpoint, isKnownPath, type Match, matchRequest } from './router.js';
import { rejectUnknownFault } from './simulated-fault.js';

const handlers: Readonly<Record<FakeEndpoint, Handler>> = {
  ...channelEndpoints,
  ...menuEndpoints,
  ...orderEndpoints,
  ...importEndpoint,
  ...reservationEndpoints,
  ...actionLogEndpoints,
  ...goodsReceiptEndpoints,
};

export interface Arrival {
  readonly method: string;
  /** Below `/api/v1`; `undefined` for a URL without this part. */
  readonly path: string | undefined;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The numbers of the webhook events that the request has caused. */
  readonly events: number[];
}

interface Caller {
  readonly outlet: Outlet;
  readonly key: ApiKey;
}

export type Service = ReturnType<typeof createService>;

/** Handles requests: authorization, rate limit, route, idempotency, endpoint. */
export function createService(
  outlets: readonly { readonly outlet: Outlet }[],
  rateLimit: FakeRateLimit | false,
  clock: Clock,
  assumptions: Assumptions,
  deliveries: Deliveries,
  onError: (error: unknown) => void = () => {},
) {
  const windows = createRateWindows(rateLimit, clock, assumptions);
  const idempotency = createIdempotency(clock, assumptions);

  /** Compares the header exactly. API specification: Authentication, rules 1, 4 and 5. */
  function callerOf(header: string): Caller | undefined {
    const token = header.startsWith('Bearer ') ? header.slice('Bearer '.length) : '';
    for (const { outlet } of outlets) {
      const key = outlet.keys.withToken(token);
      if (key && !key.revoked) return { outlet, key };
    }
    return undefined;
  }

  async function perform(caller: Caller, { endpoint, id }: Match, arrival: Arrival): Promise<ApiResponse> {
    const { method, query, events } = arrival;
    if (assumptions.repeatedQueryParameter === 'rejected') rejectRepeated(query);
    const body = method === 'GET' ? {} : readJson(arrival);
    const before = deliveries.lastNumber;
    const performed = handlers[endpoint]({ ...caller, id: decode(id), query, body });
    // Handlers announce changes before they wait for anything, so no other event is among these.
    for (let event = before + 1; event <= deliveries.lastNumber; event += 1) events.push(event);
    const result = await performed;
    const createdOrder = isRecord(result) && typeof result.id === 'string' ? result.id : undefined;
    // A copy: a remembered response must not change with its order.
    if (method === 'POST') return { status: 201, body: structuredClone(result), createdOrder };
    return { status: 200, body: structuredClone(result) };
  }

  async function respondTo(caller: Caller, arrival: Arrival, fault?: FaultKind): Promise<ApiResponse> {
    rejectUnknownFault(arrival.headers);
    const match = findEndpoint(arrival);
    if (assumptions.allows[caller.key.useCase]?.includes(match.endpoint) === false) {
      throw new HttpError(403, 'The use case of this key does not include this endpoint');
    }
    if (fault === 'server-error') return serverError;
    const attempt = () => orErrorResponse(() => perform(caller, match, arrival));
    const isPost = arrival.method === 'POST';
    const response = await (isPost ? once(caller.key, arrival, attempt, fault) : attempt());
    return fault === 'server-error-after-effect' ? { ...response, ...serverError } : response;
  }

  function findEndpoint({ method, path = '' }: Arrival): Match {
    const match = matchRequest(method, path);
    if (match) return match;
    if (!isKnownPath(path)) throw new HttpError(404, 'Not found');
    throw new HttpError(assumptions.wrongMethodStatus, 'Method not allowed');
  }

  async function once(
    key: ApiKey,
    { headers, path = '', body }: Arrival,
    attempt: () => Promise<ApiResponse>,
    fault?: FaultKind,
  ): Promise<ApiResponse> {
    const idempotencyKey = headers.get('idempotency-key');
    if (idempotencyKey === null) return attempt();
    requireUuidV4(idempotencyKey);
    const remembersFailure =
      fault === 'server-error-after-effect' && assumptions.replayAfterServerError === 'server-error';
    return idempotency.once(`${key.id} ${idempotencyKey}`, path, body, async () => {
      const response = await attempt();
      return remembersFailure ? { ...response, ...serverError } : response;
    });
  }

  async function orErrorResponse(respond: () => Promise<ApiResponse>): Promise<ApiResponse> {
    try {
      return await respond();
    } catch (error) {
      if (error instanceof HttpError) return errorResponse(error, assumptions);
      throw error;
    }
  }

  return {
    idempotency,
    /** Returns the caller of a request; `undefined` if it will get a 401 or 429. Does not count as a request. */
    admitted(arrival: Arrival): Caller | undefined {
      const authorization = authorizationOf(arrival);
      return windows.isFull(authorization) ? undefined : callerOf(authorization);
    },
    /** Applies the faults that go wrong inside the service, and ignores those of the connection. */
    async respond(arrival: Arrival, fault?: FaultKind): Promise<ApiResponse> {
      // Requests without a key also have windows, because every response states a window.
      const authorization = authorizationOf(arrival);
      const turn = fault === 'rate-limited' ? windows.exhaust(authorization) : windows.take(authorization);
      const response = await orErrorResponse(async () => {
        const caller = callerOf(authorization);
        if (!caller) throw new HttpError(401, 'Unauthorized');
        return turn.exceeded ? tooManyRequests(turn.retryAfter) : respondTo(caller, arrival, fault);
      }).catch((error: unknown) => {
        onError(error);
        return unexpected(error);
      });
      const headers = { ...response.headers, ...turn.headers };
      const { method, path } = arrival;
      const query = arrival.query.toString();
      const { status, body } = response;
      const published: FakeResponse = { method, path, query, status, body, headers, assumptions };
      channelOf('fake:response')?.publish(published);
      return { ...response, headers };
    },
    /** Forgets the requests so far: those that count against the rate limit, and idempotency keys. */
    reset(): void {
      windows.reset();
      idempotency.reset();
    },
  };
}

function authorizationOf({ headers }: Arrival): string {
  return headers.get('authorization') ?? '';
}

function rejectRepeated(query: URLSearchParams): void {
  const problems = new Problems();
  for (const name of new Set(query.keys())) {
    problems.unless(query.getAll(name).length === 1, name, 'must not be repeated');
  }
  problems.throwIfAny();
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpError(400, 'The path is not well-formed');
  }
}

/** The body of a request. API specification: Endpoints, request bodies are JSON. */
function readJson({ headers, body }: Arrival): Record<string, unknown> {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new HttpError(400, 'Content-Type must be application/json');
  const value = parseJson(body);
  if (!isRecord(value)) throw new HttpError(400, 'The body must be a JSON object');
  return value;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new HttpError(400, 'The body is not valid JSON');
  }
}
