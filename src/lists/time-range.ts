import { day, formatInstant, parseInstant } from '../instants.js';
import type { RangeRules } from '../operations/operation.js';

/** A range of time in milliseconds since the epoch. The API specification does not define whether bounds are inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * A range of time: ISO 8601 in UTC, with milliseconds.
 * @inline
 */
export interface TimeRange {
  /** Start of the range. */
  readonly from: string;
  /** End of the range. */
  readonly to: string;
}

/**
 * Returns the part of a span that is listed first: the newest if the list is newest first, otherwise the oldest. It has the given
 * `length`, but is never longer than one request can cover.
 */
export function firstPart({ from, to }: Span, { order, maxDays }: RangeRules, length = Infinity): Span {
  const milliseconds = Math.min(Math.max(1, Math.round(length)), maxDays * day, to - from);
  return order === 'newest-first' ? { from: to - milliseconds, to } : { from, to: from + milliseconds };
}

/** Returns the rest of a span after a slice, if any. They share their boundary instant, so that no record is missed. */
export function restAfter(slice: Span, span: Span, { order }: RangeRules): Span | undefined {
  const rest =
    order === 'newest-first' ? { from: span.from, to: slice.from } : { from: slice.to, to: span.to };
  return rest.from < rest.to ? rest : undefined;
}

/** Returns a slice with everything that follows it in its span. */
export function restFrom(slice: Span, span: Span, { order }: RangeRules): Span {
  return order === 'newest-first' ? { from: span.from, to: slice.to } : { from: slice.from, to: span.to };
}

/** Parses the bounds of a range; `undefined` if one is invalid. Rounding to milliseconds never shrinks the range. */
export function parseSpan(bounds: { readonly from?: unknown; readonly to?: unknown }): Span | undefined {
  const from = parseInstant(bounds.from);
  const to = parseInstant(bounds.to, 'up');
  return from === undefined || to === undefined ? undefined : { from, to };
}

export function formatSpan({ from, to }: Span): TimeRange {
  return { from: formatInstant(from), to: formatInstant(to) };
}
