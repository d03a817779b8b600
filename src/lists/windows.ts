import { formatInstant } from '../instants.js';
import type { DateRange } from '../operations/operation.js';

/** A stretch of time, in milliseconds since the epoch. Whether its ends belong to it is the service's affair. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A stretch of time as it goes over the wire: ISO 8601 in UTC, with milliseconds. */
export interface TimeWindow {
  readonly from: string;
  readonly to: string;
}

const day = 24 * 60 * 60 * 1000;

/** Milliseconds that one request can cover. */
function longestWindow({ maxDays }: DateRange): number {
  return maxDays * day;
}

/**
 * The part of a span that is walked first: the oldest that one request can cover, or the newest where these come first.
 * It can be shorter, but never so short that it has no end.
 */
export function firstWindow({ from, to }: Span, range: DateRange, longest = Number.POSITIVE_INFINITY): Span {
  const length = Math.min(Math.max(1, Math.round(longest)), longestWindow(range), to - from);
  return range.order === 'newest-first' ? { from: to - length, to } : { from, to: from + length };
}

/**
 * The window that follows another and shares an instant with it, or `undefined` after the last one. Whether bounds are
 * inclusive is not documented: a window that began a millisecond later could miss what stands on that instant.
 */
export function windowAfter(window: Span, span: Span, range: DateRange): Span | undefined {
  const rest = restAfter(window, span, range);
  return rest && firstWindow(rest, range);
}

/** What is left of a span behind a window of it, or `undefined` where nothing is. */
export function restAfter(window: Span, span: Span, { order }: DateRange): Span | undefined {
  const rest =
    order === 'newest-first' ? { from: span.from, to: window.from } : { from: window.to, to: span.to };
  return rest.from < rest.to ? rest : undefined;
}

export function lengthOf({ from, to }: Span): number {
  return to - from;
}

/** Whether one span lies in another. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

export function fitsOneWindow(span: Span, range: DateRange): boolean {
  return lengthOf(span) <= longestWindow(range);
}

export function formatSpan({ from, to }: Span): TimeWindow {
  return { from: formatInstant(from), to: formatInstant(to) };
}
