import type { Assumptions } from '../../fake/assumptions.js';
import { parseInstant } from '../../instants.js';
import { isRecord } from '../../records.js';
import type { Probe } from '../probe.js';
import { anyKey } from './records.js';

export const windowPhase: Probe<number> = {
  calls: anyKey,
  needs: 'rate limit headers of two windows in a row',
  async *observe({ caller }) {
    const resets = new Set(
      caller.run.responses.flatMap(({ headers }) => parseInstant(headers.get('x-ratelimit-reset')) ?? []),
    );
    // Otherwise, windows can be longer than a second.
    if (![...resets].some((reset) => resets.has(reset + 1_000))) return;
    const phases = new Set([...resets].map((reset) => reset % 1_000));
    if (phases.size > 3) return yield { looked: 'The window slides with each request.' };
    for (const reset of resets) {
      if (reset % 1_000 !== 0) yield { value: reset % 1_000 };
      else yield { looked: 'The headers state whole seconds, which can be rounded.' };
    }
  },
};

export const retryAfter: Probe<Assumptions['retryAfter']> = {
  calls: anyKey,
  needs: 'a response with 429, which the pace of the requests avoids',
  async *observe({ caller }) {
    for (const { status, error } of caller.run.responses) {
      if (status !== 429 || !isRecord(error) || error.retryAfter === undefined) continue;
      if (error.retryAfter === 0) yield { value: 'zero' };
      else if (error.retryAfter === 1) yield { value: 'rounded-up' };
      else yield { other: 'The value is neither 0 nor 1.' };
    }
  },
};
