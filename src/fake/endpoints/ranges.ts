import { parseInstant } from '../../instants.js';
import type { Assumptions } from '../assumptions.js';
import { Problems } from '../service/refusal.js';

const longestRangeMs = 31 * 24 * 60 * 60 * 1_000;

/** Reads `from` and `to`. Gives the test of whether an ISO 8601 timestamp is in range. Specification: "Limits", Date range. */
export function rangeOf(query: URLSearchParams, assume: Assumptions): (timestamp: string) => boolean {
  const from = parseInstant(query.get('from'), 'up');
  const to = parseInstant(query.get('to'));
  const problems = new Problems();
  const form = 'must be an RFC 3339 timestamp';
  problems.unless(from !== undefined, 'from', form);
  problems.unless(to !== undefined, 'to', form);
  if (from !== undefined && to !== undefined) {
    problems.unless(from <= to, 'from', 'must not be after to');
    problems.unless(to - from <= longestRangeMs, 'to', 'must be at most 31 days after from');
  }
  problems.refuseIfAny();
  return (timestamp) => isWithin(Date.parse(timestamp), from ?? 0, to ?? 0, assume.bounds);
}

function isWithin(instant: number, from: number, to: number, bounds: Assumptions['bounds']): boolean {
  const isFrom = bounds !== 'exclusive' && instant === from;
  const isTo = bounds === 'inclusive' && instant === to;
  return isFrom || isTo || (from < instant && instant < to);
}
