/**
 * A function like `fetch` that sends one attempt. The global `fetch` is one, as are the `fetch` of undici, of node-fetch and of
 * the fake API.
 *
 * @example
 * ```ts
 * import { Agent, fetch } from 'undici';
 *
 * const dispatcher = new Agent({ connections: 100 });
 * const send: FetchFunction = (url, init) => fetch(url, { ...init, dispatcher });
 * ```
 */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** What the client passes to its `fetch` function besides the URL. */
export interface FetchInit {
  /** `GET`, `POST` or `PUT`, or the method of `outlet.request()`. */
  readonly method: string;
  /** The headers, with names in lower case. They contain the token. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, the same on every attempt. Missing if there is no body. */
  readonly body?: string;
  /** Do not follow redirects. */
  readonly redirect: 'manual';
  /** Aborts when the attempt exceeds `timeout`, and when the call ends early. */
  readonly signal: AbortSignal;
}

/** What the client reads of a response. The `Response` of any library has these members. */
export interface FetchResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. */
  readonly headers: {
    /** Returns the value of a header in any case; `null` if it is missing. */
    get(name: string): string | null;
    /** Calls a function for each header, with its name in lower case. */
    forEach(callback: (value: string, name: string) => void): void;
  };
  /** `opaqueredirect` for a redirect that a browser hides. */
  readonly type?: string | undefined;
  /** Whether the body was read. The client then rejects the call. */
  readonly bodyUsed?: boolean | undefined;
  /** The body. A web stream is read up to `maxResponseBytes`. For any other value, the client calls `text()`. */
  readonly body?: unknown;
  /** Reads the whole body as text. */
  text(): Promise<string>;
}
