import { sleep, untilAborted } from '../../cancellation.js';
import type { Clock } from '../outlet/clock.js';
import { BrokenConnectionError, badGateway, cutBody, slowBody, unavailable } from './broken-responses.js';
import type { Fault, FaultKind, Faults } from './faults.js';
import type { ApiResponse } from './responses.js';
import type { Arrival, Service } from './service.js';
import { createSimulatedFaults, simulatesFault } from './simulated-fault.js';

/** A request that reached the fake. */
export interface RecordedRequest {
  /** When the request arrived: ISO 8601 in UTC, on the clock of the fake. */
  readonly at: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path below `/api/v1`, or the whole path if it has no `/api/v1`. */
  readonly path: string;
  /** The query parameters. */
  readonly query: Readonly<Record<string, string>>;
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; empty if there was none. */
  readonly body: string;
  /** The status of the response; `null` if there is no response yet, or if the connection broke before it. */
  readonly status: number | null;
  /** The kind of fault that the request got; `undefined` if it got none. */
  readonly fault: FaultKind | undefined;
}

/** The type of the fake's `fetch`. Pass the function to the client as `fetch`. */
export type FakeFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const maxRecords = 10_000;
/** In characters, of the bodies of all records. */
const maxBodies = 64 * 1_024 * 1_024;

/** Requests without a response. In Node, a request whose memory is freed no longer follows the caller's signal. */
const inFlight = new Set<object>();

/** The responses of faults that do not reach the service, and so do not count against the rate limit. */
export const insteadOfService: Readonly<Partial<Record<FaultKind, () => Response | Promise<Response>>>> = {
  'dropped-request': () => Promise.reject(new BrokenConnectionError()),
  hang: () => new Promise(() => {}),
  unavailable,
  'bad-gateway-html': badGateway,
};

export type RecordingFetch = ReturnType<typeof createFetch>;

export function createFetch(service: Service, faults: Faults, clock: Clock) {
  const requests: RecordedRequest[] = [];
  const records = new WeakMap<Request, RecordedRequest>();
  const responses = new WeakMap<Request, ApiResponse>();
  const events = new WeakMap<Request, readonly number[]>();
  const simulated = createSimulatedFaults();
  let bodies = 0;
  let resets = 0;

  function add(record: RecordedRequest): void {
    requests.push(record);
    bodies += record.body.length;
    while (requests.length > maxRecords || (bodies > maxBodies && requests.length > 1)) {
      bodies -= requests.shift()?.body.length ?? 0;
    }
  }

  /** A request that gets a 401 or 429 anyway does not use up a fault. */
  function faultOf(arrival: Arrival): Fault | undefined {
    const { method, path = '', headers } = arrival;
    const caller = service.admitted(arrival);
    if (!caller) return undefined;
    return simulatesFault(headers)
      ? simulated.take(headers)
      : faults.take(method, path, caller.outlet.outletId);
  }

  async function respond(request: Request, key: Request): Promise<Response> {
    const resetsBefore = resets;
    const arrival = await arrivalOf(request);
    if (resets !== resetsBefore) throw new BrokenConnectionError();
    const record = recordOf(request, arrival, clock);
    records.set(key, record);
    events.set(key, arrival.events);
    add(record);
    const fault = faultOf(arrival);
    record.fault = fault?.fault;
    if (fault?.fault === 'latency') {
      await sleep(fault.delay ?? 1_000, request.signal);
      if (resets !== resetsBefore) throw new BrokenConnectionError();
    }
    const instead = fault && insteadOfService[fault.fault];
    const response = instead ? await instead() : deliver(await serve(arrival, key, fault), request, fault);
    record.status = response.status;
    return response;
  }

  async function serve(arrival: Arrival, key: Request, fault?: Fault): Promise<ApiResponse> {
    const served = await service.respond(arrival, fault?.fault);
    responses.set(key, served);
    return served;
  }

  return {
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      const held = { input, request };
      inFlight.add(held);
      return untilAborted(
        respond(request, input instanceof Request ? input : request),
        request.signal,
      ).finally(() => inFlight.delete(held));
    },
    /** The last 10,000 requests that arrived, oldest first. Fewer if their bodies have more than 64 MB. */
    requests,
    /** Returns the record of a request that was passed to `fetch`; `undefined` until it has arrived. */
    recordOf: (request: Request) => records.get(request),
    /** Returns what the service responded to the request, even if a fault of the connection lost it. */
    responseTo: (request: Request) => responses.get(request),
    /** Returns the numbers of the webhook events that the request has caused so far. */
    eventsOf: (request: Request) => events.get(request) ?? [],
    /** Forgets the requests. Those that are still arriving fail. */
    reset(): void {
      resets += 1;
      simulated.reset();
      requests.length = 0;
      bodies = 0;
    },
  };
}

function deliver(served: ApiResponse, request: Request, fault?: Fault): Response {
  const { status, headers } = served;
  const text = JSON.stringify(served.body);
  const withBody = (body: string | ReadableStream<Uint8Array<ArrayBuffer>>) =>
    new Response(body, { status, headers: { ...headers, 'content-type': 'application/json' } });
  switch (fault?.fault) {
    case 'lost-response':
      throw new BrokenConnectionError();
    case 'cut-body':
      return withBody(cutBody(text));
    case 'invalid-json':
      return withBody(text.slice(0, -1));
    case 'empty-body':
      return withBody('');
    case 'slow-body':
      return withBody(slowBody(text, fault.delay ?? 1_000, request));
    default:
      return withBody(text);
  }
}

async function arrivalOf(request: Request): Promise<Arrival> {
  const { pathname, searchParams } = new URL(request.url);
  // The fake responds at any base URL, so that a test can serve it on any host.
  const path = /\/api\/v1(\/.*)$/.exec(pathname)?.[1];
  const body = new Uint8Array(await request.arrayBuffer());
  return { method: request.method, path, query: searchParams, headers: request.headers, body, events: [] };
}

type Recording = { -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name] };

function recordOf(
  request: Request,
  { method, path, query, headers, body }: Arrival,
  clock: Clock,
): Recording {
  return {
    at: clock.timestamp(),
    method,
    path: path ?? new URL(request.url).pathname,
    query: Object.fromEntries(query),
    headers: Object.fromEntries(headers),
    body: new TextDecoder().decode(body),
    status: null,
    fault: undefined,
  };
}
