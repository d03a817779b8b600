import type { Priority, RateLimitHeaders } from '../../../src/rate-limit/rate-limiter.js';
import { Schedule } from '../../../src/rate-limit/schedule.js';

/** The API, the network and the machine, as far as they affect a schedule. All times are in milliseconds. */
export interface World {
  /** The time on the API's clock. */
  readonly clock: (at: number) => number;
  /** When windows begin, in milliseconds after each whole second of the API's clock. */
  readonly phase: (at: number) => number;
  /** Requests that the API allows in a window. */
  readonly limit: (at: number) => number;
  /** Requests that other programs send with the key at the beginning of a window. */
  readonly others: (window: number) => number;
  /** Time from the send until the API counts the request. */
  readonly there: (at: number) => number;
  /** How long the API works on a request that it has counted and accepted. */
  readonly work: (at: number) => number;
  readonly back: (at: number) => number;
  /** Additional time that a request needs if it opens a connection. */
  readonly connecting: (at: number) => number;
  /** How late a timer fires. */
  readonly lateness: () => number;
  /** When the process handles an event: later than the event if the process stalls. */
  readonly awake: (at: number) => number;
  /** Changes the headers on their way. */
  readonly headers: (headers: RateLimitHeaders) => RateLimitHeaders | undefined;
}

export interface Call {
  readonly at: number;
  readonly priority: Priority;
  /** When the call is aborted if it still waits. */
  readonly abortsAt?: number;
  /** Whether the next call follows the response, as with the pages of a list. */
  readonly repeats?: boolean;
}

export function burst(count: number, at: number, priority: Priority): Call[] {
  return Array.from({ length: count }, () => ({ at, priority }));
}

interface Attempt {
  readonly priority: Priority;
  readonly queuedAt: number;
  readonly sentAt: number;
  readonly countedAt: number;
  /** The number of the window that counted it. */
  readonly window: number;
  readonly isRejected: boolean;
  readonly isSynchronized: boolean;
}

export interface Outcome {
  readonly sent: readonly Attempt[];
  /** When the last response arrived. */
  readonly end: number;
  /** How many calls waited, at each change. */
  readonly waiting: readonly { readonly at: number; readonly calls: number }[];
}

const windowLength = 1_000;
const idleConnectionLifetime = 4_000;

/** Sends calls as a schedule decides. A call that got a 429 waits as long as the response asks, and then goes first. */
export function simulate(world: World, calls: readonly Call[], until = Number.POSITIVE_INFINITY): Outcome {
  const timeline = new Timeline();
  const schedule = new Schedule();
  const count = counterOf(world);
  const sent: Attempt[] = [];
  const waiting: Outcome['waiting'][number][] = [];
  const queues: Record<Priority, Call[]> = { interactive: [], background: [] };
  const idleConnections: number[] = [];
  let wakeAt = Number.POSITIVE_INFINITY;
  let end = 0;

  for (const call of calls) {
    const queue = queues[call.priority];
    handle(call.at, () => queue.push(call));
    if (call.abortsAt === undefined) continue;
    handle(call.abortsAt, () => queue.includes(call) && queue.splice(queue.indexOf(call), 1));
  }
  timeline.run(until);
  return { sent, end, waiting };

  function handle(at: number, act: () => void): void {
    timeline.plan(world.awake(at), () => {
      act();
      serve();
    });
  }

  function serve(): void {
    for (let next = first(); next; next = first()) {
      schedule.prepare(timeline.now);
      const sendAt = schedule.nextSend(timeline.now, next.priority);
      if (sendAt > timeline.now) {
        wake(sendAt);
        break;
      }
      queues[next.priority].shift();
      send(next);
    }
    waiting.push({ at: timeline.now, calls: queues.interactive.length + queues.background.length });
  }

  function first(): Call | undefined {
    return queues.interactive[0] ?? queues.background[0];
  }

  function wake(at: number): void {
    if (at >= wakeAt && wakeAt > timeline.now) return;
    wakeAt = at;
    handle(at + world.lateness(), () => {});
  }

  function send(call: Call): void {
    const { priority, at: queuedAt } = call;
    const sentAt = timeline.now;
    const { isSynchronized } = schedule;
    const request = schedule.send(sentAt, priority);
    while (idleConnections.length > 0 && sentAt - Number(idleConnections[0]) > idleConnectionLifetime) {
      idleConnections.shift();
    }
    const connecting = idleConnections.pop() === undefined ? world.connecting(sentAt) : 0;
    timeline.plan(sentAt + connecting + world.there(sentAt), () => {
      const { headers, wait, ...counted } = count(timeline.now);
      const { isRejected } = counted;
      sent.push({ priority, queuedAt, sentAt, isSynchronized, ...counted });
      const responseAt =
        timeline.now + (isRejected ? 0 : world.work(timeline.now)) + world.back(timeline.now);
      handle(responseAt, () => {
        end = timeline.now;
        idleConnections.push(end);
        schedule.end(
          request,
          { status: isRejected ? 429 : 200, rateLimit: headers, retryAfter: wait && wait / 1_000 },
          end,
        );
        if (wait !== undefined) handle(end + wait, () => queues[priority].unshift(call));
        else if (call.repeats) queues[priority].push({ ...call, at: end });
      });
    });
  }
}

/** Counts requests in fixed windows, as the specification says. */
function counterOf({ clock, phase, limit, others, headers }: World) {
  const counts = new Map<number, number>();
  return (at: number) => {
    const now = clock(at);
    // A whole number, so that all requests of a window have the same key.
    const window = Math.floor((now - phase(at)) / windowLength);
    const reset = (window + 1) * windowLength + phase(at);
    const used = (counts.get(reset) ?? others(window)) + 1;
    counts.set(reset, used);
    const isRejected = used > limit(at);
    const remaining = Math.max(0, limit(at) - used);
    return {
      countedAt: at,
      window,
      isRejected,
      headers: headers({ limit: limit(at), remaining, reset: new Date(reset) }),
      wait: isRejected ? Math.ceil((reset - now) / 1_000) * 1_000 : undefined,
    };
  };
}

/** A clock that jumps from event to event, so that hours take milliseconds. */
class Timeline {
  /** In reverse order, so that the next event is the last element. */
  readonly #events: { readonly at: number; readonly act: () => void }[] = [];
  now = 0;

  plan(at: number, act: () => void): void {
    const time = Math.max(at, this.now);
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Number(this.#events[middle]?.at) > time) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, { at: time, act });
  }

  run(until: number): void {
    for (let next = this.#events.pop(); next && next.at <= until; next = this.#events.pop()) {
      this.now = next.at;
      next.act();
    }
  }
}
