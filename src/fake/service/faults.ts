import { maxTimerDelay } from '../../cancellation.js';
import { unref } from '../../host.js';
import { createRandom } from '../../random.js';
import { FakeError } from '../fake-error.js';
import type { KeyScope } from '../outlet/keys.js';
import type { ReportChange } from '../topics.js';
import { fakeEndpoints, type RequestMatcher, requestMatcher } from './router.js';

/**
 * A kind of fault. A request can ask for a fault itself, with a header such as `x-simulate-fault: latency; delay=3000`.
 *
 * - `lost-response`: The request has its effect, then the connection breaks.
 * - `dropped-request`: The connection breaks before the request has an effect.
 * - `server-error`: The request gets a 500 and has no effect.
 * - `server-error-after-effect`: The request has its effect, then gets a 500.
 * - `unavailable`: The request gets a 503 from a gateway, and has no effect.
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
export type FaultKind =
  | 'lost-response'
  | 'dropped-request'
  | 'server-error'
  | 'server-error-after-effect'
  | 'unavailable'
  | 'bad-gateway-html'
  | 'cut-body'
  | 'invalid-json'
  | 'empty-body'
  | 'rate-limited'
  | 'hang'
  | 'slow-body'
  | 'latency';

/** The kinds of faults. */
export const faultKinds: readonly FaultKind[] = [
  'lost-response',
  'dropped-request',
  'server-error',
  'server-error-after-effect',
  'unavailable',
  'bad-gateway-html',
  'cut-body',
  'invalid-json',
  'empty-body',
  'rate-limited',
  'hang',
  'slow-body',
  'latency',
];

/** A fault of the next matching requests. */
export interface Fault {
  /** The HTTP method of the requests. Default: any method. */
  readonly method?: string | undefined;
  /** The path below `/api/v1`: a template such as `/orders/{orderId}`, or a path such as `/orders/o-1`. Default: any path. */
  readonly path?: string | undefined;
  /** The ID of an outlet: only requests with a key of this outlet fail. Default: all outlets. */
  readonly outletId?: string | undefined;
  /** The kind of fault. */
  readonly fault: FaultKind;
  /** The number of requests that fail; `Infinity` for all until you remove the fault. Default: 1, or `Infinity` with `lasting`. */
  readonly times?: number | undefined;
  /**
   * Milliseconds after which the fault is removed, on the clock of this machine: an outage of this length, with `dropped-request`,
   * `unavailable` or `hang`. Above 0, at most 24.8 days. Default: no end.
   */
  readonly lasting?: number | undefined;
  /** The share of the matching requests that fail, chosen at random from the seed: above 0, at most 1. Default: 1. */
  readonly share?: number | undefined;
  /** Milliseconds of a `latency`, or between the halves of a slow body. Default: 1,000. */
  readonly delay?: number | undefined;
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

/** A fault with what the emulator and `take` need. */
export interface PlannedFault extends ActiveFault {
  readonly id: string;
  readonly matches: RequestMatcher;
  left: number;
  used: number;
}

export type Faults = ReturnType<typeof createFaults>;

export function createFaults(
  seed: number,
  outlets: readonly { readonly outlet: KeyScope }[],
  reportChange: ReportChange,
) {
  const planned: PlannedFault[] = [];
  let lastId = 0;
  let random = createRandom(seed);

  function remove(plan: PlannedFault): void {
    if (!planned.includes(plan)) return;
    planned.splice(planned.indexOf(plan), 1);
    reportChange('faults');
  }

  function requireOutlet(outletId: string | undefined): void {
    const known = outlets.map(({ outlet }) => outlet.outletId);
    if (outletId === undefined || known.includes(outletId)) return;
    throw new FakeError(`failNext: no outlet has the ID ${outletId}. The IDs are ${known.join(', ')}.`);
  }

  return {
    /** The faults that still match requests, oldest first. */
    active: planned,
    failNext(fault: Fault): PlannedFault {
      if (!faultKinds.includes(fault.fault)) {
        throw new FakeError(`failNext: fault must be one of ${faultKinds.join(', ')}, not ${fault.fault}.`);
      }
      const { lasting, share = 1 } = fault;
      const times = fault.times ?? (lasting === undefined ? 1 : Number.POSITIVE_INFINITY);
      if (!(times >= 1)) throw new FakeError(`failNext: times must be 1 or more, not ${times}.`);
      if (!(share > 0 && share <= 1)) {
        throw new FakeError(`failNext: share must be above 0 and at most 1, not ${share}.`);
      }
      if (lasting !== undefined && !(lasting > 0 && lasting <= maxTimerDelay)) {
        throw new FakeError(
          `failNext: lasting must be above 0 and at most ${maxTimerDelay}, not ${lasting}.`,
        );
      }
      const matches = requestMatcher(fault);
      // A test with a fault that no request can get would test nothing.
      if (!matches) {
        const wanted = [fault.method, fault.path].filter(Boolean).join(' ');
        throw new FakeError(`No request can match ${wanted}. The endpoints are ${fakeEndpoints.join(', ')}.`);
      }
      requireOutlet(fault.outletId);
      lastId += 1;
      const plan: PlannedFault = {
        id: `fault-${lastId}`,
        fault,
        matches,
        left: times,
        used: 0,
        remove: () => remove(plan),
      };
      planned.push(plan);
      if (lasting !== undefined) unref(setTimeout(plan.remove, lasting));
      reportChange('faults');
      return plan;
    },
    /** Returns the fault of a request, and counts it as used. */
    take(method: string, path: string, outletId: string): Fault | undefined {
      const plan = planned.find(
        ({ matches, fault }) =>
          matches(method, path) &&
          (fault.outletId === undefined || fault.outletId === outletId) &&
          random.next() < (fault.share ?? 1),
      );
      if (!plan) return undefined;
      plan.left -= 1;
      plan.used += 1;
      if (plan.left <= 0) plan.remove();
      else reportChange('faults');
      return plan.fault;
    },
    reset(seed: number): void {
      random = createRandom(seed);
      planned.length = 0;
    },
  };
}
