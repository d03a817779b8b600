import { FakeError } from '../fake-error.js';
import { createRandom } from '../outlet/random.js';
import type { Changed } from '../topics.js';
import { endpointsAt, type FakeEndpoint, fakeEndpoints, matchRequest } from './router.js';

/** The kinds of faults. */
export const faultKinds = [
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
  'latency',
] as const;

/**
 * A kind of fault.
 *
 * - `lost-response`: The request has its effect, then the connection breaks.
 * - `dropped-request`: The connection breaks before the request has an effect.
 * - `server-error`: The request gets a 500 and has no effect.
 * - `server-error-after-effect`: The request has its effect, then gets a 500.
 * - `bad-gateway-html`: The request gets a 502 in HTML from a proxy, and has no effect.
 * - `cut-body`: The request has its effect. The connection breaks within the response body.
 * - `invalid-json`: The request has its effect. The last character of the response body is missing.
 * - `empty-body`: The request has its effect. The response body is empty.
 * - `rate-limited`: The request gets a 429, as if other processes had used all requests of the window. Further
 *   requests of the key also get a 429 until the window ends.
 * - `hang`: The request has no effect, and gets no response until it is aborted.
 * - `slow-body`: The request has its effect. The second half of the response body arrives late.
 * - `latency`: The request waits, then has its effect and gets its response.
 */
export type FaultKind = (typeof faultKinds)[number];

/** A fault of the next matching requests. */
export interface Fault {
  /** The HTTP method of the requests. Default: any method. */
  method?: string | undefined;
  /** The path below `/api/v1`: a template such as `/orders/{orderId}`, or a path such as `/orders/o-1`. Default: any path. */
  path?: string | undefined;
  /** The kind of fault. */
  fault: FaultKind;
  /** The number of requests that fail; `Infinity` for all until you remove the fault. Default: 1. */
  times?: number | undefined;
  /** The share of the matching requests that fail, chosen at random from the seed: above 0, at most 1. Default: 1. */
  share?: number | undefined;
  /** Milliseconds of a `latency`, or between the halves of a slow body. Default: 1,000. */
  delayMs?: number | undefined;
}

/** A fault that still matches requests. */
export interface ActiveFault {
  /** The fault. */
  readonly fault: Fault;
  /** The number of requests that will still fail. */
  readonly left: number;
  /** The number of requests that have failed. */
  readonly used: number;
  /** Removes the fault, so that no further request fails. */
  remove(): void;
}

interface Plan extends ActiveFault {
  readonly share: number;
  readonly matches: Matcher;
  left: number;
  used: number;
}

type Matcher = (method: string, path: string) => boolean;

export type Faults = ReturnType<typeof createFaults>;

export function createFaults(seed: number, changed: Changed) {
  const planned: Plan[] = [];
  let random = createRandom(seed);

  function remove(plan: Plan): void {
    if (!planned.includes(plan)) return;
    planned.splice(planned.indexOf(plan), 1);
    changed('faults');
  }

  return {
    /** The faults that still match requests, oldest first. */
    active: planned,
    failNext(fault: Fault): void {
      if (!faultKinds.includes(fault.fault)) {
        throw new FakeError(`failNext: fault must be one of ${faultKinds.join(', ')}, not ${fault.fault}.`);
      }
      const { times = 1, share = 1 } = fault;
      if (!(times >= 1)) throw new FakeError(`failNext: times must be 1 or more, not ${times}.`);
      if (!(share > 0 && share <= 1)) {
        throw new FakeError(`failNext: share must be above 0 and at most 1, not ${share}.`);
      }
      const plan: Plan = {
        fault,
        share,
        matches: matcherOf(fault),
        left: times,
        used: 0,
        remove: () => remove(plan),
      };
      planned.push(plan);
      changed('faults');
    },
    /** Returns the fault of a request, and counts it as used. */
    take(method: string, path: string): Fault | undefined {
      const plan = planned.find(({ matches, share }) => matches(method, path) && random.next() < share);
      if (!plan) return undefined;
      plan.left -= 1;
      plan.used += 1;
      if (plan.left <= 0) plan.remove();
      else changed('faults');
      return plan.fault;
    },
    reset(seed: number): void {
      random = createRandom(seed);
      planned.length = 0;
    },
  };
}

/** Returns a function that matches requests. Throws if no endpoint matches, because a test with this fault would test nothing. */
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
    throw new FakeError(`failNext: no endpoint is ${wanted ?? 'at'} ${path}. The endpoints are ${known}.`);
  }
  return (method, requested) => isWanted(method) && requested === path;
}

function methodOf(endpoint: FakeEndpoint): string {
  return endpoint.split(' ')[0] ?? '';
}
