import { addFaults, removeFaults } from '../environment.js';
import { textsAbout } from '../guest-checks.js';
import type { Check, Examined, Failure, Scenario } from '../scenario.js';
import { requestsOf } from '../shared-checks.js';
import { takeStep } from '../staff.js';
import { pause, until } from '../waiting.js';
import type { DigitalOrderingRun, GuestOrder } from './run.js';

/** How soon an order must be at the outlet, in milliseconds. */
const timeLimit = 10_000;

/** The share of the orders that must be there in time. */
const minShare = 0.95;

/** How long each response of the API takes, in milliseconds. */
export const responseTime = 300;

/** How often the staff completes the orders that have arrived, in milliseconds. */
const kitchenInterval = 1_000;

/** What the API allows with a key, in a minute. */
const requestsAllowed = 300;

/** The highest `--rate`. Each order needs two requests or more: one creates the order, and one reads its status after the event. */
export const maxRate = 120;

export const steadyRate: Scenario<DigitalOrderingRun> = {
  name: 'steady-rate',
  why: 'A backend that sends a few orders in time can be too slow on a busy evening.',
  guide: 'verify.md#orders-a-minute',
  needs: ['rate'],
  isOptional: true,
  async steps(run) {
    const { environment } = run;
    const { load, timeline } = environment;
    if (!load) return;
    const interval = 60_000 / load.rate;
    const count = Math.max(1, Math.round((load.seconds * 1_000) / interval));
    timeline.note(
      `Guests place ${count} orders, ${load.rate} a minute, and the staff completes each of them`,
    );
    // Without it, a backend that sends one request after the other would seem fast.
    addFaults(environment, { fault: 'latency', delay: responseTime });
    const start = performance.now();
    const placed: Promise<GuestOrder>[] = [];
    run.ordersAtRate = run.requests;
    const closing = new AbortController();
    const kitchen = completeOrders(run, closing.signal);
    for (let index = 0; index < count; index += 1) {
      await pause(Math.max(0, start + index * interval - performance.now()));
      placed.push(run.place());
    }
    await Promise.all(placed);
    await until(() => run.ordersAtRate.every((order) => run.atOutlet(order).length > 0), timeLimit, 500);
    closing.abort();
    await kitchen;
    await removeFaults(environment);
  },
};

export const ordersInTime: Check<DigitalOrderingRun> = {
  name: 'orders-in-time',
  text: `With --rate, at least ${minShare * 100}% of the orders are at the outlet within ${timeLimit / 1_000} seconds after the guest has ordered.`,
  rule: 'Limits, request rate',
  advice: `Send orders before you read others, with as few requests an order as possible: the API allows ${requestsAllowed} a minute with a key.`,
  guide: 'verify.md#orders-a-minute',
  needs: ['rate'],
  examine(run): Examined {
    const ordersOf = run.look();
    const arrivals = run.ordersAtRate.map((order) => {
      const times = ordersOf(order).map(({ created }) => Date.parse(created));
      const isThere = times.length > 0;
      return { order, isThere, time: Math.min(...times, isThere ? Infinity : Date.now()) - order.placedAt };
    });
    const [slowest] = arrivals.toSorted((one, other) => other.time - one.time);
    if (!slowest) return { count: 0, failures: [] };
    const count = arrivals.length;
    const inTime = arrivals.filter(({ isThere, time }) => isThere && time <= timeLimit).length;
    const requests = requestsOf(run).length / count;
    const allowed = `the API allows ${Math.floor(requestsAllowed / requests)} such orders a minute`;
    const cost =
      requests === 0 ? 'without any request' : `with ${requests.toFixed(1)} requests an order (${allowed})`;
    const state = slowest.isThere ? 'was there after' : 'is not there after';
    const figure = `${inTime} of ${count} orders (${Math.floor((100 * inTime) / count)}%) were at the outlet within ${timeLimit / 1_000} s, ${cost}; the slowest ${state} ${(slowest.time / 1_000).toFixed(1)} s`;
    const failure: Failure = {
      subject: `${slowest.order.reference}, the slowest order`,
      expected: `${minShare * 100}% in time`,
      found: figure,
      about: textsAbout(slowest.order, ordersOf(slowest.order)),
      canHeal: arrivals.some(({ isThere, time }) => !isThere && time <= timeLimit),
    };
    return { count, failures: inTime / count < minShare ? [failure] : [], figure };
  },
};

/** Completes the open orders of the run again and again, until the kitchen closes. */
async function completeOrders(run: DigitalOrderingRun, closing: AbortSignal): Promise<void> {
  let isClosed = false;
  while (!isClosed) {
    await pause(kitchenInterval);
    isClosed = closing.aborted;
    for (const { id, status } of run.ordersAtRate.flatMap(run.look()))
      if (status === 'open') takeStep(run.environment, 'complete', id);
  }
}
