import type { Assumptions } from '../assumptions.js';
import type { HttpError } from './http-error.js';

export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The order that the request created. It is no part of the response. */
  readonly createdOrder?: string | undefined;
}

/**
 * A response of the fake, before faults of the connection: the message of the diagnostics channel `outlet-open-api:fake:response`,
 * which only the tests of this package read.
 */
export interface FakeResponse extends Required<Omit<ApiResponse, 'createdOrder'>> {
  readonly method: string;
  /** Below `/api/v1`; `undefined` for a URL without this part. */
  readonly path: string | undefined;
  /** The query string, without the question mark. */
  readonly query: string;
  readonly assumptions: Assumptions;
}

/** API specification: Errors. */
export function errorResponse(error: HttpError, assumptions: Assumptions): ApiResponse {
  const { status, message, fieldErrors } = error;
  if (fieldErrors.length === 0) return { status, body: { code: status, message } };
  const errors = assumptions.fieldErrors === 'list' ? fieldErrors : byField(fieldErrors);
  return { status, body: { code: status, message, errors } };
}

/** API specification: Errors › 429 body. */
export function tooManyRequests(retryAfter: number): ApiResponse {
  return { status: 429, body: { code: 429, message: 'Too many requests', retryAfter } };
}

export const serverError: ApiResponse = {
  status: 500,
  body: { code: 500, message: 'Internal server error' },
};

/** Returns the response for an unexpected error, such as an error that a function of the options throws. Its message names the error. */
export function unexpected(error: unknown): ApiResponse {
  return { status: 500, body: { code: 500, message: `Internal server error: ${String(error)}` } };
}

function byField(errors: HttpError['fieldErrors']): Record<string, string[]> {
  const messages = new Map<string, string[]>();
  for (const { field, message } of errors) messages.set(field, [...(messages.get(field) ?? []), message]);
  return Object.fromEntries(messages);
}
