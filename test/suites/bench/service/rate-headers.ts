import type { Random } from '../../../../src/random.js';
import type { HeaderMode } from './key-plan.js';
import type { Turn } from './windows.js';

type RateHeaders = Record<string, string>;

/** What a response states about the limit. */
export function rateHeaders(mode: HeaderMode, turn: Turn, random: Random): RateHeaders {
  if (mode === 'missing' || (mode === 'often-missing' && random.next() < 0.2)) return {};
  const truth = headersOf(turn.limit, turn.remaining, new Date(turn.reset).toISOString());
  return mode !== 'nonsense' ? truth : random.pick([unreadable, otherForm, longAgo, anyTime])(turn, random);
}

function unreadable(): RateHeaders {
  return headersOf('many', 'some', 'soon');
}

/** In another common format: seconds since the epoch. */
function otherForm({ limit, remaining, reset }: Turn): RateHeaders {
  return headersOf(limit, remaining, Math.ceil(reset / 1_000));
}

function longAgo(): RateHeaders {
  return headersOf(0, -1, new Date(0).toISOString());
}

/** Well-formed, but wrong by up to an hour. */
function anyTime({ limit, remaining, reset }: Turn, random: Random): RateHeaders {
  return headersOf(limit, remaining, new Date(reset + random.integer(-3_600_000, 3_600_000)).toISOString());
}

function headersOf(limit: number | string, remaining: number | string, reset: number | string): RateHeaders {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  };
}
