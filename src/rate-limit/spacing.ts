import type { Priority } from './rate-limiter.js';
import { windowLength } from './window-clock.js';

/** How long a request counts while the windows are unknown: a window, and a margin for jitter. Milliseconds. */
export const spacedCount = 1.075 * windowLength;

/** The distance of requests, relative to an even distribution over a window. */
const closeness = 0.9;

/** A request that counts until a time on the monotonic clock. */
export interface SpacedRequest {
  countsUntil: number;
}

/**
 * Spaces requests so that they keep the limit wherever windows begin. Only the first burst of interactive requests on an idle key is
 * sent at once, because its window has not counted others.
 */
export class Spacing {
  /** The requests that still count. */
  #recent: readonly SpacedRequest[] = [];
  #lastSend = Number.NEGATIVE_INFINITY;
  /** Requests sent since the key was last idle. */
  #burst = 0;

  /** Returns when a request can be sent. */
  nextSend(now: number, priority: Priority, limit: number, inFlight: number): number {
    const isInFirstBurst = priority === 'interactive' && this.#burstAt(now, inFlight) <= limit;
    const due = isInFirstBurst ? now : this.#lastSend + (closeness * windowLength) / limit;
    const counting = this.#recent.map(({ countsUntil }) => countsUntil).sort((one, other) => other - one);
    return Math.max(now, due, counting[limit - 1] ?? now);
  }

  /** Adds a request that is sent now, and sets how long it counts. */
  send(request: SpacedRequest, now: number, priority: Priority, limit: number, inFlight: number): void {
    this.#burst = this.#burstAt(now, inFlight);
    const isInFirstBurst = priority === 'interactive' && this.#burst <= limit;
    request.countsUntil = now + (isInFirstBurst ? 2 * windowLength : spacedCount);
    this.#recent = this.#recent.filter(({ countsUntil }) => countsUntil > now).concat(request);
    this.#lastSend = now;
  }

  /** How many requests the burst has with one that is sent now. */
  #burstAt(now: number, inFlight: number): number {
    const isIdle = inFlight === 0 && now - this.#lastSend >= spacedCount;
    return isIdle ? 1 : this.#burst + 1;
  }
}
