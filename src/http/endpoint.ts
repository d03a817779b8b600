import type { Operation } from '../operations/operation.js';

/** What a call needs to know of its endpoint: an operation, or one that this version does not know. */
export type Endpoint = Operation | UnknownEndpoint;

/** An endpoint that is called by its path, and whose answer is handed on as it comes. */
export interface UnknownEndpoint {
  readonly id: 'request';
  readonly method: Method;
  /** Below `/api/v1`, its parameters in braces where there are some. */
  readonly path: string;
  readonly answer: 'anything';
}

/** The methods that a request can have. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Method = (typeof methods)[number];

/** The parts of a request, as the caller gave them. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}
