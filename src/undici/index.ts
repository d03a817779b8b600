/**
 * Sends requests with undici, which takes less processor time than `fetch`.
 *
 * @packageDocumentation
 */

export type { Issue } from '../errors/issue.js';
export { RequestValidationError } from '../errors/request-validation-error.js';
export type { FetchFunction, FetchInit, FetchResponse } from '../transport/fetch-function.js';
export { createUndiciFetch, type UndiciFetchOptions } from './create-undici-fetch.js';
