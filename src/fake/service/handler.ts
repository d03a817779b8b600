import type { ApiKey } from '../outlet/keys.js';
import type { Outlet } from '../outlet/outlet.js';

/** A call of an endpoint. */
export interface Call {
  readonly outlet: Outlet;
  readonly key: ApiKey;
  readonly id: string;
  readonly query: URLSearchParams;
  /** The JSON object of a POST or PUT; empty for a GET. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Returns the body of the response, or throws an `HttpError`. */
export type Handler = (call: Call) => unknown;
