import { endpointsAt, type FakeEndpoint, fakeEndpoints, matchRequest } from './router.js';

const kinds = [
  'lost-response',
  'dropped-request',
  'server-error',
  'server-error-after-effect',
  'bad-gateway-html',
  'cut-body',
  'invalid-json',
  'empty-body',
  'rate-limited',
  'hang',
  'slow-body',
] as const;

/**
 * What goes wrong with a request.
 *
 * - `lost-response`: performed, then the connection breaks.
 * - `dropped-request`: the connection breaks before anything is performed.
 * - `server-error`: a 500, nothing performed.
 * - `server-error-after-effect`: performed, then a 500.
 * - `bad-gateway-html`: a proxy's 502 in HTML, nothing performed.
 * - `cut-body`: performed; the connection breaks within the response body.
 * - `invalid-json`: performed; the body is cut short and ends as if it were complete.
 * - `empty-body`: performed; the body is empty.
 * - `rate-limited`: a 429, as if other processes had used up the key's window.
 * - `hang`: not performed, and without a response until the request is aborted.
 * - `slow-body`: performed; the second half of the body comes late.
 */
export type FaultKind = (typeof kinds)[number];

/** Which of the next requests fail, and how. Without a method or a path, any request matches. */
export interface Fault {
  method?: string | undefined;
  /** Below `/api/v1`: `/orders/{orderId}` or `/orders/:orderId`, or the path of one request such as `/orders/o-1`. */
  path?: string | undefined;
  fault: FaultKind;
  /** How many requests fail. Default 1. */
  times?: number | undefined;
  /** Milliseconds between the halves of a slow body. Default 1,000. */
  delayMs?: number | undefined;
}

/** The faults of the next requests. */
export interface Faults {
  failNext(fault: Fault): void;
  /** Returns the fault of a request, and counts it as used. */
  take(method: string, path: string): Fault | undefined;
  reset(): void;
}

type Matcher = (method: string, path: string) => boolean;

export function createFaults(): Faults {
  const planned: { fault: Fault; matches: Matcher; left: number }[] = [];

  return {
    failNext(fault) {
      if (!kinds.includes(fault.fault)) {
        throw new TypeError(`failNext: fault must be one of ${kinds.join(', ')}, not ${fault.fault}.`);
      }
      const { times = 1 } = fault;
      if (!(times >= 1)) throw new TypeError(`failNext: times must be 1 or more, not ${times}.`);
      planned.push({ fault, matches: matcherOf(fault), left: times });
    },
    take(method, path) {
      const plan = planned.find(({ matches }) => matches(method, path));
      if (!plan) return undefined;
      plan.left -= 1;
      if (plan.left <= 0) planned.splice(planned.indexOf(plan), 1);
      return plan.fault;
    },
    reset() {
      planned.length = 0;
    },
  };
}

/** Throws if no endpoint receives such requests, because a test with this fault would test nothing. */
function matcherOf({ method: anyCase, path }: Fault): Matcher {
  const wanted = anyCase?.toUpperCase();
  const isWanted = (method: string) => wanted === undefined || method === wanted;
  if (path === undefined) return isWanted;
  const endpoints = endpointsAt(path).filter((endpoint) => isWanted(methodOf(endpoint)));
  if (endpoints.length > 0) {
    return (method, path) => endpoints.some((endpoint) => endpoint === matchRequest(method, path)?.endpoint);
  }
  const methods = fakeEndpoints.map(methodOf).filter(isWanted);
  if (/[{}?#]/.test(path) || !methods.some((method) => matchRequest(method, path))) {
    const known = fakeEndpoints.join(', ');
    throw new TypeError(`failNext: no endpoint is ${wanted ?? 'at'} ${path}. The endpoints are ${known}.`);
  }
  return (method, requested) => isWanted(method) && requested === path;
}

function methodOf(endpoint: FakeEndpoint): string {
  return endpoint.split(' ')[0] ?? '';
}
