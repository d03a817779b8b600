import { type Fake, insteadOfService, type Outlet, windowStart } from '../../fake/index.js';
import type { RateLimitView, RequestSummary } from '../contract/requests.js';

interface Count {
  readonly outletId: string;
  total: number;
  /** Those that the windows of the rate limit counted and allowed. */
  allowed: number;
  /** Those that got a 429. */
  rejected: number;
  /** Those that got another error, or no response. */
  failed: number;
}

const minute = 60_000;
/** Enough for a minute of windows of 100 ms. */
const maxWindows = 600;

/** Counts the requests of the last minute. */
export function createTraffic({ fake, outlet: first, clock, rateLimit }: Fake) {
  const { interval } = rateLimit || { interval: 1_000 };
  /** By the start of the window, then by the ID of the key. The ID is empty if the token belongs to no key. */
  const windows = new Map<number, Map<string, Count>>();

  function startOf(time: number): number {
    return windowStart(time, interval, fake.assumptions);
  }

  /** Returns the starts of the windows of the last minute, oldest first. */
  function starts(): number[] {
    const current = startOf(clock.now());
    const length = Math.min(Math.max(Math.ceil(minute / interval), 1), maxWindows);
    return Array.from({ length }, (_, index) => current - (length - 1 - index) * interval);
  }

  function forgetOld(): void {
    const [oldest = 0] = starts();
    for (const start of windows.keys()) {
      if (start < oldest || start > clock.now()) windows.delete(start);
    }
  }

  function countOf(start: number, { keyId = '', outletId = first.outletId }: RequestSummary): Count {
    const counts = windows.get(start) ?? new Map<string, Count>();
    windows.set(start, counts);
    const count = counts.get(keyId) ?? { outletId, total: 0, allowed: 0, rejected: 0, failed: 0 };
    counts.set(keyId, count);
    return count;
  }

  return {
    count(request: RequestSummary): void {
      const { at, status, fault, windowEnd } = request;
      const start = windowEnd === undefined ? startOf(Date.parse(at)) : Date.parse(windowEnd) - interval;
      if (!windows.has(start)) forgetOld();
      const count = countOf(start, request);
      count.total += 1;
      if (status === 429) count.rejected += 1;
      else if (!fault || !(fault in insteadOfService)) count.allowed += 1;
      if (status !== 429 && (status === null || status >= 400)) count.failed += 1;
    },
    /** Counts the requests to an outlet. Those without a valid token count for the first outlet. */
    lastMinute({ outletId }: Outlet): { total: number; failed: number; rejected: number } {
      forgetOld();
      const sum = { total: 0, failed: 0, rejected: 0 };
      const counts = [...windows.values()].flatMap((keys) => [...keys.values()]);
      for (const { total, failed, rejected } of counts.filter((count) => count.outletId === outletId)) {
        sum.total += total;
        sum.failed += failed;
        sum.rejected += rejected;
      }
      return sum;
    },
    /** Returns how many requests each key of the outlet made, by window. */
    view(outlet: Outlet): RateLimitView {
      const times = starts();
      return {
        limit: rateLimit ? rateLimit.requests : undefined,
        interval,
        windows: times.map((start) => new Date(start).toISOString()),
        keys: outlet.keys.all().map(({ id, label }) => ({
          id,
          label,
          allowed: times.map((start) => windows.get(start)?.get(id)?.allowed ?? 0),
          rejected: times.map((start) => windows.get(start)?.get(id)?.rejected ?? 0),
        })),
      };
    },
    clear: () => windows.clear(),
  };
}
