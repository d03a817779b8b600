import type { TimestampInput } from './field-types.js';

/**
 * Something that was done to an order.
 *
 * Specification: "Order action log entry"; since version 2.315.0.
 */
export interface ActionLogEntry {
  /** What was done. The set of action types is not documented. */
  action?: string | null | undefined;
  actor?: ActionLogActor | null | undefined;
  metadata?: { [field: string]: unknown } | null | undefined;
  /** ISO 8601. */
  created?: string | null | undefined;
}

/** Who did it. Specification: "Order action log entry". */
export interface ActionLogActor {
  type?: string | null | undefined;
  id?: string | null | undefined;
  name?: string | null | undefined;
  role?: string | null | undefined;
}

/**
 * Which entries to list.
 *
 * Specification: "GET /orders/action-logs".
 */
export interface ActionLogListParams {
  /** Start of the range: a `Date`, or RFC 3339 text with its offset. */
  from: TimestampInput;
  /** End of the range. A range of over 31 days is split into as many requests as it needs. */
  to: TimestampInput;
  action?: string | undefined;
  actorId?: string | undefined;
  actorType?: string | undefined;
  channelId?: string | undefined;
  /** Free text. */
  search?: string | undefined;
}
