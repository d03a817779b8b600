import type { TimestampInput } from './field-types.js';

/** An entry in the action log of an order. API specification: Resources › Order action log entry; since version 2.315.0. */
export interface ActionLogEntry {
  /** The type of the action. The API specification does not define the values. */
  action?: string | null | undefined;
  /** Who performed the action. */
  actor?: ActionLogActor | null | undefined;
  /** Details of the action. The fields depend on its type. */
  metadata?: { [field: string]: unknown } | null | undefined;
  /** When the action was performed: ISO 8601 in UTC. */
  created?: string | null | undefined;
}

/** The actor of an action. API specification: Resources › Order action log entry. */
export interface ActionLogActor {
  /** The type of the actor. The API specification does not define the values. */
  type?: string | null | undefined;
  /** The id of the actor. */
  id?: string | null | undefined;
  /** The name of the actor. */
  name?: string | null | undefined;
  /** The role of the actor. */
  role?: string | null | undefined;
}

/** Filters of `outlet.actionLogs.list()`. API specification: Endpoints › `GET /orders/action-logs`. */
export interface ActionLogListParams {
  /** Start of the range: a `Date`, or an RFC 3339 string with a time zone. */
  from: TimestampInput;
  /**
   * End of the range. The client splits a range over 31 days into several requests.
   * @defaultValue Now, or the end of the range of `resumeFrom`
   */
  to?: TimestampInput | undefined;
  /** The type of the action. The API specification does not define the values. */
  action?: string | undefined;
  /** The id of the actor. */
  actorId?: string | undefined;
  /** The type of the actor. The API specification does not define the values. */
  actorType?: string | undefined;
  /** The id of the channel of the order. */
  channelId?: string | undefined;
  /** Text to search for. Redacted in errors. */
  search?: string | undefined;
}
