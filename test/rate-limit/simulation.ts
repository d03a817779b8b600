import { createRandom } from '../../src/fake/outlet/random.js';
import type { Priority, RateLimitHeaders } from '../../src/rate-limit/rate-limiter.js';
import { Schedule } from '../../src/rate-limit/schedule.js';

/** The service, the network and the machine, as far as they affect a schedule. All times are in milliseconds. */
export interface Scene {
  /** What the service allows in a window. */
  readonly limit: (at: number) => number;
  /** Where in a second its windows begin. */
  readonly phase: (at: number) => number;
  /** How far its clock is ahead. */
  readonly skew: (at: number) => number;
  /** Latency before and after the service counts a request. */
  readonly there: () => number;
  readonly back: () => number;
  /** Extra latency of a new connection. */
  readonly connecting: () => number;
  /** How late a timer fires. */
  readonly lateness: () => number;
  /** When the process handles an event: later than the event if the process stalls. */
  readonly awake: (at: number) => number;
  /** How many requests others send with the key at the beginning of a window. */
  readonly others: (window: number) => number;
  /** Changes the headers on their way. */
  readonly headers: (headers: RateLimitHeaders) => RateLimitHeaders | undefined;
}

export interface Line {
  readonly seed: number;
  readonly roundTrip: number;
  /** By what share of the round trip a latency can deviate. */
  readonly jitter: number;
  /** What share of the round trip comes before the service counts the request. */
  readonly there: number;
}

/** A scene with random windows and clocks. */
export function sceneOn({ seed, roundTrip, jitter, there }: Line, changes: Partial<Scene> = {}): Scene {
  const random = createRandom(seed).next;
  const phase = Math.floor(random() * 1_000);
  const skew = Math.round((random() - 0.5) * 10_000);
  const latency = (share: number) => () => roundTrip * share * (1 + jitter * (2 * random() - 1));
  return {
    limit: () => 5,
    phase: () => phase,
    skew: () => skew,
    there: latency(there),
    back: latency(1 - there),
    connecting: () => roundTrip * (1 + random()),
    lateness: () => random() * 1.5,
    awake: (at) => at,
    others: () => 0,
    headers: (headers) => headers,
    ...changes,
  };
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

interface SentRequest {
  readonly priority: Priority;
  readonly queuedAt: number;
  readonly sentAt: number;
  /** When the service counted it, and when that window began. */
  readonly countedAt: number;
  readonly window: number;
  readonly isRejected: boolean;
  readonly isSynchronized: boolean;
}

export interface Outcome {
  readonly sent: readonly SentRequest[];
  /** When the last response arrived. */
  readonly end: number;
  /** How many calls waited, at each change. */
  readonly waiting: readonly { readonly at: number; readonly calls: number }[];
}

const windowLength = 1_000;
const idleConnectionLifetime = 4_000;

/** Sends calls as a schedule decides. A call that got a 429 goes to the front. */
export function simulate(scene: Scene, calls: readonly Call[], until = Number.POSITIVE_INFINITY): Outcome {
  const timeline = new Timeline();
  const schedule = new Schedule();
  const count = countingService(scene);
  const sent: SentRequest[] = [];
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
    timeline.plan(scene.awake(at), () => {
      act();
      serve();
    });
  }

  function serve(): void {
    for (let next = first(); next; next = first()) {
      const opening = schedule.opening(timeline.now, next.priority);
      if (opening > timeline.now) {
        wake(opening);
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
    handle(at + scene.lateness(), () => {});
  }

  function send(call: Call): void {
    const { priority, at: queuedAt } = call;
    const sentAt = timeline.now;
    const { isSynchronized } = schedule;
    const request = schedule.send(sentAt, priority);
    while (idleConnections.length > 0 && sentAt - Number(idleConnections[0]) > idleConnectionLifetime) {
      idleConnections.shift();
    }
    const openedConnection = idleConnections.pop() === undefined;
    timeline.plan(sentAt + (openedConnection ? scene.connecting() : 0) + scene.there(), () => {
      const { headers, retryAfter, ...counted } = count(timeline.now);
      sent.push({ priority, queuedAt, sentAt, isSynchronized, ...counted });
      handle(timeline.now + scene.back(), () => {
        end = timeline.now;
        idleConnections.push(end);
        const status = counted.isRejected ? 429 : 200;
        schedule.end(request, { status, rateLimit: headers, wait: retryAfter }, end);
        if (counted.isRejected) queues[priority].unshift(call);
        else if (call.repeats) queues[priority].push({ ...call, at: end });
      });
    });
  }
}

/** Counts requests in fixed windows, as the specification says. */
function countingService({ limit, phase, skew, others, headers }: Scene) {
  const counts = new Map<number, number>();
  return (now: number) => {
    const window = Math.floor((now - phase(now)) / windowLength) * windowLength + phase(now);
    const used = (counts.get(window) ?? others(window)) + 1;
    counts.set(window, used);
    const isRejected = used > limit(now);
    const end = window + windowLength;
    const remaining = Math.max(0, limit(now) - used);
    return {
      countedAt: now,
      window,
      isRejected,
      headers: headers({ limit: limit(now), remaining, reset: new Date(Math.round(end + skew(now))) }),
      retryAfter: isRejected ? Math.ceil((end - now) / 1_000) * 1_000 : undefined,
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
