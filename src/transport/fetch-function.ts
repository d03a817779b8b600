/**
 * Sends one attempt, like `fetch`. You can pass the global `fetch`, or the `fetch` of undici, node-fetch or the fake API.
 * @example
 * ```ts
 * import { Agent, fetch } from 'undici';
 *
 * const dispatcher = new Agent({ connections: 100 });
 * const send: FetchFunction = (url, init) => fetch(url, { ...init, dispatcher });
 * ```
 */
export type FetchFunction = (url: string, init: FetchInit) => FetchResponse | Promise<FetchResponse>;

/** The second argument that the client passes to its `fetch` function. */
export interface FetchInit {
  /** `GET`, `POST` or `PUT`, or the method of `outlet.request()`. */
  readonly method: string;
  /** The headers, with names in lower case. They contain the token. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON, the same on every attempt. Absent if there is no body. */
  readonly body?: string;
  /** Always `manual`: `fetch` must not follow redirects. */
  readonly redirect: 'manual';
  /**
   * Always `no-store`, so that no cache replaces the API or keeps data of guests. Absent on Cloudflare Workers with a
   * compatibility date before 2024-11-11, which accept no such option.
   */
  readonly cache?: 'no-store';
  /** Aborts when the attempt exceeds `timeout`, and when the call ends early. */
  readonly signal: AbortSignal;
}

/** The members of a response that the client reads. The `Response` class of every library has them. */
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
  /** Whether the body was already read. If so, the call rejects. */
  readonly bodyUsed?: boolean | undefined;
  /** The body. A web stream is read up to `maxResponseBytes`. For any other value, the client calls `text()`. */
  readonly body?: unknown;
  /** Reads the whole body as text. */
  text(): Promise<string>;
}
