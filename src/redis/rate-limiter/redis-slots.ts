import { type Logger, writeLog } from '../../logger.js';
import { Redactor } from '../../transport/redact.js';
import type { RedisClient } from '../redis-client.js';
import { nextSlot } from './next-slot.js';
import type { Slot, SlotRequest } from './slot.js';

/** How long a process waits for Redis before it uses its own share of the limit. Calls wait that long once per outage. Milliseconds. */
const maxWait = 500;

/** When Redis has failed, how often a process tries it. Milliseconds. */
const retryInterval = 1_000;

/** The states of an ioredis client in which a command would wait for a new connection. */
const disconnected = new Set(['close', 'reconnecting', 'disconnecting', 'end']);

/** Reserves slots in Redis. */
export class RedisSlots {
  readonly #redis: RedisClient;
  readonly #prefix: string;
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  #isDown = false;
  #failedAt = Number.NEGATIVE_INFINITY;
  #retryAt = Number.NEGATIVE_INFINITY;
  /** Commands that Redis may still run, even if nobody waits for them. More of them would use up the next windows. */
  #unanswered = 0;
  #latency = 0;

  constructor(redis: RedisClient, prefix: string, logger: Pick<Logger, 'info' | 'warn'>) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#logger = logger;
  }

  /** How long the latest reservation took, in milliseconds. */
  get latency(): number {
    return this.#latency;
  }

  /** Reserves the next slot of a key. Resolves with `undefined` if Redis does not respond. */
  async next(key: string, request: SlotRequest): Promise<Slot | undefined> {
    if (!this.#isDown) return this.#reserve(key, request);
    const now = performance.now();
    if (now >= this.#retryAt && this.#unanswered === 0) {
      this.#retryAt = now + retryInterval;
      // Calls do not wait for this attempt, and nobody uses its slot.
      this.#reserve(key, request);
    }
    return undefined;
  }

  async #reserve(
    key: string,
    { window, isAfterLocal, limit, isLimitStated }: SlotRequest,
  ): Promise<Slot | undefined> {
    const begin = performance.now();
    try {
      const { status } = this.#redis;
      if (disconnected.has(status)) throw new Error(`the connection has the status "${status}"`);
      const known = window ? [window.reset, Math.round(window.end - begin)] : ['', ''];
      const keys = [`${this.#prefix}:{${key}}:rate-limit`];
      const reply = nextSlot(this.#redis, keys, ...known, limit, isLimitStated ? 1 : 0, isAfterLocal ? 1 : 0);
      this.#unanswered += 1;
      const settle = () => {
        this.#unanswered -= 1;
      };
      reply.then(settle, settle);
      const slot = await within(maxWait, reply);
      const now = performance.now();
      const [reset, index = 0, wait = 0] = Array.isArray(slot) ? slot.map(Number) : [];
      this.#latency = now - begin;
      this.#recover(begin);
      return { reset: reset || undefined, index, at: now + wait };
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  #fail(error: unknown): void {
    if (this.#isDown) return;
    this.#isDown = true;
    this.#failedAt = performance.now();
    const text = error instanceof Error ? error.message : String(error);
    const reason = new Redactor([], undefined).message(text).replace(/\.$/, '');
    const message = `The rate limiter cannot use Redis: ${reason}. Until it can, each process uses its share of the limit.`;
    writeLog(this.#logger, 'warn', message);
  }

  /** @param begin - when an attempt began that succeeded. An attempt from before the failure proves nothing. */
  #recover(begin: number): void {
    if (!this.#isDown || begin < this.#failedAt) return;
    this.#isDown = false;
    writeLog(this.#logger, 'info', 'The rate limiter uses Redis again.');
  }
}

/** Settles like the promise, or rejects if that takes too long. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`it did not respond within ${milliseconds} ms`));
    // After the first timer, Node.js reads what arrived while the process was busy.
    let timer = setTimeout(() => {
      timer = setTimeout(expire, milliseconds / 2);
    }, milliseconds / 2);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
