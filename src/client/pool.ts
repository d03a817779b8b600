import { inTime, maxWait } from '../cancellation.js';
import { OutletError } from '../errors/outlet-error.js';
import { assertValid, RequestValidationError } from '../errors/request-validation-error.js';
import { checkBound, checkDuration, checkFunction, checkText } from '../options/checks.js';
import { readOptions } from '../options/read-options.js';
import { spacedCount } from '../rate-limit/spacing.js';
import { type AccessTokenRequest, checkToken } from '../transport/settings.js';
import { OutletClient } from './client.js';
import type { OutletClientOptions } from './options.js';

/**
 * Options of a pool.
 * @inline
 */
export interface OutletPoolOptions {
  /**
   * Gets your ID of an API key, and returns the options of its client, with its `accessToken`. The pool calls it when a key is
   * first requested, and again after a 401. Then it only uses the new `accessToken`. If `accessToken` is a function, that function gets
   * the rejected token instead. The pool waits 20 seconds for `load`.
   */
  readonly load: (keyRef: string) => PooledClientOptions | Promise<PooledClientOptions>;
  /**
   * The maximum number of clients: a whole number from 1 up, or `Infinity`. A new client replaces the least recently used one.
   * While all clients are in use, the pool grows.
   * @defaultValue `10_000`
   */
  readonly max?: number | undefined;
  /**
   * How long the pool keeps a client that is not used, in milliseconds: a positive number, or `Infinity`.
   * @defaultValue `600_000`
   */
  readonly idleTimeout?: number | undefined;
}

/** What `load` of a pool returns: the options of a client, and the outlet of its API key. */
export interface PooledClientOptions extends OutletClientOptions {
  /**
   * Your ID of the outlet. Return it if an outlet can have several keys, because all of them deliver the same orders.
   * @defaultValue your ID of the key
   */
  readonly outletRef?: string | undefined;
}

/** An API key of a pool, and its outlet. */
export interface PooledContext {
  /** The client of the key. */
  readonly outlet: OutletClient;
  /** Your ID of the key. Use it for what belongs to a key: orders and reservations that you send, and their idempotency keys. */
  readonly keyRef: string;
  /** Your ID of the outlet. Use it for what belongs to an outlet: copies of orders and goods receipts, and checkpoints. */
  readonly outletRef: string;
}

/** The clients of many API keys. You can pass its functions without their object. */
export interface OutletPool {
  /**
   * Returns the client of a key. Creates it if necessary, once for all parallel calls. If `load` fails, the next call runs it
   * again. Get the client for each task instead of keeping it.
   * @throws {@link RequestValidationError} if the ID is not a non-empty string, or `load` returned invalid options
   * @throws {@link OutletError} if the pool is closed
   * @throws the error of `load`
   */
  readonly get: (keyRef: string) => Promise<OutletClient>;
  /** Returns the client of a key with both IDs, for example for `refresh` of an order feed. @throws the same errors as `get` */
  readonly context: (keyRef: string) => Promise<PooledContext>;
  /**
   * Returns the option `resolve` of a webhook handler, which passes the result of `context` to event handlers.
   * @param keyRefOf - returns your ID of the key that a delivery is for, from its URL
   * @throws the error of `keyRefOf`, and the same errors as `get`, to the sender of the delivery
   */
  readonly resolve: (
    keyRefOf: (request: Request) => string | Promise<string>,
  ) => (request: Request) => Promise<PooledContext>;
  /** The number of clients. */
  readonly size: number;
  /** Closes all clients and the pool. Calls of the clients reject with a `ConnectionError`. */
  readonly close: () => void;
  /** Calls `close` at the end of a block: `using outlets = createOutletPool({ load })`. */
  readonly [Symbol.dispose]: () => void;
}

/**
 * Creates a pool: one place for the clients of many API keys.
 *
 * After a 401, the pool calls `load` again, once for all parallel calls, and the calls continue with the new token. `get` removes
 * clients that were not used for a while. It never removes a client with a running or waiting call, or one that was used within
 * the last window of its rate limit. A removed client is not closed, so a caller that still has it can continue. The pool sets no
 * timer.
 * @throws {@link RequestValidationError} that lists every invalid option
 * @example
 * ```ts
 * const outlets = createOutletPool({ load: async (keyRef) => ({ accessToken: await vault.read(keyRef) }) });
 * const bistro = await outlets.get('bistro');
 * ```
 */
export function createOutletPool(options: OutletPoolOptions): OutletPool {
  const { load, max, idleTimeout } = readOptions('The outlet pool was not created', options, (option) => ({
    load: option('load', checkFunction),
    max: option('max', checkBound, 10_000),
    idleTimeout: option('idleTimeout', checkDuration, 600_000),
  }));
  /** By ID, the least recently used first. */
  const entries = new Map<string, PooledClient>();
  let isClosed = false;

  async function context(keyRef: string): Promise<PooledContext> {
    assertValid('The client was not loaded', { keyRef: checkText(keyRef) });
    throwIfClosed();
    remove(idleTimeout, 0);
    const entry = entries.get(keyRef) ?? add(keyRef);
    entry.use();
    remove(spacedCount, max);
    return entry.context;
  }

  function add(keyRef: string): PooledClient {
    const entry = new PooledClient(keyRef, loadOptions, moveToEnd);
    entries.set(keyRef, entry);
    entry.context.catch(() => entries.delete(keyRef));
    return entry;
  }

  function moveToEnd(entry: PooledClient): void {
    // A client that was removed can still be in use.
    if (entries.get(entry.id) !== entry) return;
    entries.delete(entry.id);
    entries.set(entry.id, entry);
  }

  async function loadOptions(keyRef: string): Promise<LoadedOptions> {
    const loaded = await inTime(
      () => load(keyRef),
      () => new OutletError(loadHangs(keyRef)),
    );
    throwIfClosed();
    // Without a token, the client would use the token of the environment, which belongs to another key.
    const { accessToken = '', outletRef = keyRef, ...options } = loaded ?? {};
    assertValid(invalidOptionsOf(keyRef), {
      accessToken: typeof accessToken === 'function' || checkToken(accessToken),
      outletRef: checkText(outletRef),
    });
    return { options, accessToken, outletRef };
  }

  /** Removes clients that were not used for this time, the least recently used first, until no more than `size` are left. */
  function remove(minIdle: number, size: number): void {
    const now = performance.now();
    for (const [keyRef, entry] of entries) {
      // The remaining clients were used later.
      if (entries.size <= size || now - entry.usedAt < minIdle) return;
      if (now - entry.idleSince >= Math.max(minIdle, entry.window)) entries.delete(keyRef);
    }
  }

  function throwIfClosed(): void {
    if (isClosed) throw new OutletError('The outlet pool is closed. Create a new pool.');
  }

  function close(): void {
    isClosed = true;
    for (const entry of entries.values()) entry.close();
    entries.clear();
  }

  return {
    get: async (keyRef) => (await context(keyRef)).outlet,
    context,
    resolve: (keyRefOf) => async (request) => context(await keyRefOf(request)),
    get size() {
      return entries.size;
    },
    close,
    [Symbol.dispose]: close,
  };
}

function loadHangs(keyRef: string): string {
  return `load did not settle within ${maxWait / 1_000} s for the key ${keyRef}. Set a time limit for its requests, such as AbortSignal.timeout(5_000).`;
}

function invalidOptionsOf(keyRef: string): string {
  return `load returned invalid options for the key ${keyRef}`;
}

type AccessToken = NonNullable<OutletClientOptions['accessToken']>;

interface LoadedOptions {
  readonly options: Omit<OutletClientOptions, 'accessToken'>;
  readonly accessToken: AccessToken;
  readonly outletRef: string;
}

/** The client of one API key, and the source of its tokens. */
class PooledClient {
  readonly id: string;
  /** Rejects if the options cannot be loaded. */
  readonly context: Promise<PooledContext>;
  /** When the client was last requested, or a call of it began. On the monotonic clock. */
  usedAt = performance.now();
  /** How long the rate limiter needs to remember a request, in milliseconds. */
  window = spacedCount;
  readonly #load: (keyRef: string) => Promise<LoadedOptions>;
  readonly #onUse: (entry: PooledClient) => void;
  #loaded: OutletClient | undefined;
  #accessToken: AccessToken = '';

  constructor(
    id: string,
    load: (keyRef: string) => Promise<LoadedOptions>,
    onUse: (entry: PooledClient) => void,
  ) {
    this.id = id;
    this.#load = load;
    this.#onUse = onUse;
    this.context = this.#create();
  }

  /** Since when the client is idle, on the monotonic clock; `Infinity` while it loads or has calls. */
  get idleSince(): number {
    return Math.max(this.usedAt, this.#loaded?.idleSince ?? Number.POSITIVE_INFINITY);
  }

  use(): void {
    this.usedAt = performance.now();
    this.#onUse(this);
  }

  close(): void {
    this.#loaded?.close();
  }

  async #create(): Promise<PooledContext> {
    const { options, accessToken, outletRef } = await this.#load(this.id);
    const { rateLimit } = options;
    if (rateLimit && 'interval' in rateLimit) this.window = Math.max(spacedCount, rateLimit.interval);
    this.#accessToken = accessToken;
    try {
      this.#loaded = new OutletClient({ ...options, accessToken: (request) => this.#token(request) });
    } catch (error) {
      const isInvalid = error instanceof RequestValidationError;
      throw isInvalid ? new RequestValidationError(invalidOptionsOf(this.id), error.issues) : error;
    }
    return { outlet: this.#loaded, keyRef: this.id, outletRef };
  }

  async #token(request: AccessTokenRequest): Promise<string> {
    this.use();
    const { rejectedToken } = request;
    if (this.#accessToken === rejectedToken) {
      const { accessToken } = await this.#load(this.id);
      // A load that exceeded the timeout can end after a later one.
      if (this.#accessToken === rejectedToken) this.#accessToken = accessToken;
    }
    const accessToken = this.#accessToken;
    return typeof accessToken === 'string' ? accessToken : accessToken(request);
  }
}
