import { type ZodType, z } from 'zod';

/** A route of the control API as data. */
export interface RouteDescription {
  /** What the route does, in one sentence that starts with a verb. */
  readonly summary: string;
  readonly query?: ZodType;
  readonly body?: ZodType;
  /** Routes without a result respond with 204. */
  readonly result?: ZodType;
}

/** The ID of the first outlet in paths, besides its own. */
export const firstOutlet = 'default';

/** Routes by their method and path, such as `GET /orders/{id}`. */
export type RouteTable = Readonly<Record<string, RouteDescription>>;

/** Declares the type of a result, which comes from the emulator itself and is not validated. */
export function result<T>(): ZodType<T> {
  return z.custom<T>();
}

/** The maximum length of a list. The values of a query are text. */
export function limit(standard: number, max: number) {
  return z.coerce
    .number()
    .int()
    .min(1)
    .max(max)
    .default(standard)
    .describe(`The maximum number of entries. Default: ${standard}.`);
}

/** How long a request waits for what it wants to see. */
export const timeout = z.coerce
  .number()
  .min(0)
  .max(600_000)
  .default(5_000)
  .describe('How long to wait, in milliseconds. Default: 5,000.');

export const timestamp = z.iso.datetime({
  offset: true,
  error: 'Use a time in RFC 3339, such as 2026-01-31T19:30:00Z.',
});

export const apiPath = z
  .string()
  .regex(/^\/(?!api\/v1\/)/, 'Use the path below /api/v1, such as /orders/{id}.')
  .describe('The path below /api/v1, such as /orders/o-1, or with {id} for any ID. Default: any path.');

/** An ID that the caller chooses. It is part of URLs. */
export const id = z
  .string()
  .max(100)
  .regex(/^[\w-]+$/, 'An ID consists of letters, digits, hyphens and underscores.');
