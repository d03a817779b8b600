import type { RateLimitHeaders } from '../../src/rate-limit/rate-limiter.js';
import { type Pace, Schedule } from '../../src/rate-limit/schedule.js';
import { Timeline } from './timeline.js';

/** The service, the network and the machine, as far as a schedule can feel them. Everything is in milliseconds. */
export interface Scene {
  /** What the service allows, when. */
  readonly limit: (at: number) => number;
  /** Where in a second its windows begin. */
  readonly phase: (at: number) => number;
  /** How far its clock is ahead. */
  readonly skew: (at: number) => number;
  /** From the send to where a request is counted, and from there back. */
  readonly there: () => number;
  readonly back: () => number;
  /** What a new connection takes besides. */
  readonly connecting: () => number;
  /** How late a timer fires. */
  readonly lateness: () => number;
  /** When the process comes to do what is due at an instant: later where it stalls. */
  readonly awake: (at: number) => number;
  /** How many requests others have sent with the key by the beginning of a window. */
  readonly others: (window: number) => number;
  /** What becomes of the headers on the way. */
  readonly headers: (headers: RateLimitHeaders) => RateLimitHeaders | undefined;
}

/** A call that lines up, and may leave again before its turn. */
export interface Call {
  readonly at: number;
  readonly pace: Pace;
  readonly leaves?: number;
  /** Whether another one follows when it is answered, as the pages of a list do. */
  readonly repeats?: boolean;
}

/** What became of one request. */
export interface Sent {
  readonly pace: Pace;
  readonly asked: number;
  readonly sent: number;
  /** When the service counted it. */
  readonly counted: number;
  /** When that window began. */
  readonly window: number;
  readonly refused: boolean;
  /** Whether the schedule knew the phase, and whether it went over a new connection. */
  readonly locked: boolean;
  readonly connected: boolean;
}

export interface Outcome {
  readonly sent: readonly Sent[];
  /** When the last answer came. */
  readonly end: number;
  /** How many calls waited, whenever that changed. */
  readonly waiting: readonly { readonly at: number; readonly calls: number }[];
}

const window = 1_000;
const idleLife = 4_000;

interface Waiting {
  readonly asked: number;
  readonly pace: Pace;
  readonly repeats: boolean;
}

/** Puts calls through a schedule, one after the other as it says, and what is refused in front again. */
export function simulate(scene: Scene, calls: readonly Call[], until = Number.POSITIVE_INFINITY): Outcome {
  const timeline = new Timeline();
  const schedule = new Schedule(5, 50);
  const service = countingService(scene);
  const sent: Sent[] = [];
  const waiting: Outcome['waiting'][number][] = [];
  const queue: Waiting[] = [];
  const idle: number[] = [];
  let wakeAt = Number.POSITIVE_INFINITY;
  let end = 0;

  for (const call of calls) {
    const { at, pace, leaves, repeats = false } = call;
    const one = { asked: at, pace, repeats };
    act(at, () => queue.push(one));
    if (leaves !== undefined) act(leaves, () => queue.includes(one) && queue.splice(queue.indexOf(one), 1));
  }
  timeline.run(until);
  return { sent, end, waiting };

  /** The process does something, and then whatever is due. */
  function act(at: number, deed: () => void): void {
    timeline.plan(scene.awake(at), () => {
      deed();
      serve();
    });
  }

  function serve(): void {
    for (let next = first(); next; next = first()) {
      const opening = schedule.opening(timeline.now, next.pace);
      if (opening > timeline.now) {
        wake(opening);
        break;
      }
      queue.splice(queue.indexOf(next), 1);
      send(next);
    }
    waiting.push({ at: timeline.now, calls: queue.length });
  }

  function first(): Waiting | undefined {
    return queue.find(({ pace }) => pace === 'at-once') ?? queue[0];
  }

  function wake(at: number): void {
    if (at >= wakeAt && wakeAt > timeline.now) return;
    wakeAt = at;
    act(at + scene.lateness(), () => {});
  }

  function send(call: Waiting): void {
    const { asked, pace } = call;
    const { now } = timeline;
    const locked = schedule.isLocked;
    const flight = schedule.send(now, pace);
    while (idle.length > 0 && now - Number(idle[0]) > idleLife) idle.shift();
    const connected = idle.pop() === undefined;
    timeline.plan(now + (connected ? scene.connecting() : 0) + scene.there(), () => {
      const { answer, ...counted } = service(timeline.now);
      sent.push({ pace, asked, sent: now, locked, connected, ...counted });
      act(timeline.now + scene.back(), () => {
        end = timeline.now;
        idle.push(timeline.now);
        schedule.land(flight, { sentAt: now, answeredAt: timeline.now, refused: counted.refused, ...answer });
        if (counted.refused) queue.unshift(call);
        else if (call.repeats) queue.push({ ...call, asked: timeline.now });
      });
    });
  }
}

/** Counts in fixed windows, as the specification says. */
function countingService({ limit, phase, skew, others, headers }: Scene) {
  const counts = new Map<number, number>();
  return (now: number) => {
    const start = Math.floor((now - phase(now)) / window) * window + phase(now);
    const used = (counts.get(start) ?? others(start)) + 1;
    counts.set(start, used);
    const refused = used > limit(now);
    const end = start + window;
    const remaining = Math.max(0, limit(now) - used);
    const answer = {
      rateLimit: headers({ limit: limit(now), remaining, reset: new Date(Math.round(end + skew(now))) }),
      retryAfter: refused ? Math.ceil((end - now) / 1_000) * 1_000 : undefined,
    };
    return { counted: now, window: start, refused, answer };
  };
}
