/**
 * An open enumeration: the known values are offered by the editor, and every other string is accepted, because the
 * service may add values at any time.
 */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);

/** An instant in a request: a `Date`, or ISO 8601 text. A `Date` is sent as `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export type TimestampInput = string | Date;
