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

/** The part of a span that is walked first: the oldest that one request can cover, or the newest where these come first. */
export function firstWindow({ from, to }: Span, { maxDays, order }: DateRange): Span {
  const length = Math.min(maxDays * day, to - from);
  return order === 'newest-first' ? { from: to - length, to } : { from, to: from + length };
}

/**
 * The window that follows another and shares an instant with it, or `undefined` after the last one. Whether bounds are
 * inclusive is not documented: a window that began a millisecond later could miss what stands on that instant.
 */
export function windowAfter(window: Span, span: Span, range: DateRange): Span | undefined {
  const rest =
    range.order === 'newest-first' ? { from: span.from, to: window.from } : { from: window.to, to: span.to };
  return rest.from < rest.to ? firstWindow(rest, range) : undefined;
}

export function fitsOneWindow({ from, to }: Span, { maxDays }: DateRange): boolean {
  return to - from <= maxDays * day;
}

export function formatSpan({ from, to }: Span): TimeWindow {
  return { from: formatInstant(from), to: formatInstant(to) };
}
