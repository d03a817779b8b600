/** One of the documented values, or any other string: the API can add values at any time. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);

/**
 * A point in time in a request: a `Date`, or an ISO 8601 string with a time zone, such as `2026-01-01T00:00:00Z`. A `Date` is
 * sent in UTC with milliseconds.
 */
export type TimestampInput = string | Date;
