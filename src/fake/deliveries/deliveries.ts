import { untilAborted } from '../../cancellation.js';
import type { Assumptions } from '../assumptions.js';
import { FakeError } from '../fake-error.js';
import type { Clock } from '../outlet/clock.js';
import type { FakeKey } from '../outlet/keys.js';
import { createRandom } from '../outlet/random.js';
import type { Changed } from '../topics.js';

/** The body of a webhook. API specification: Events › Payload shapes. */
export interface WebhookPayload {
  /** The name of the event, such as `order.complete`. */
  readonly event: string;
  /** The id of the order, in events about an order. */
  readonly id?: string;
  /** When the change happened: ISO 8601 in UTC. Absent if the payload is undocumented and `eventPayloads` is `bare`. */
  readonly updatedAt?: string;
}

/** One attempt to deliver a webhook. */
export interface Delivery {
  /** The key that receives the webhook. */
  readonly key: FakeKey;
  /** The name of the event. */
  readonly event: string;
  /** The URL that received the webhook. */
  readonly url: string;
  /** The body. */
  readonly payload: WebhookPayload;
  /** The number of the attempt: 1 for the first attempt, 2 for the first retry. */
  readonly attempt: number;
  /** The status of the response. Only 200 acknowledges. `null` if there was no response. */
  readonly status: number | null;
  /** The first 1,000 characters of the response body; empty if there was none. */
  readonly responseBody: string;
  /** When the attempt began: ISO 8601 in UTC, on the clock of the fake. */
  readonly at: string;
  /** How long the attempt took, in milliseconds of real time. */
  readonly duration: number;
  /** When the next attempt begins: ISO 8601 in UTC, on the clock of the fake. `undefined` if there is none. */
  readonly retryAt: string | undefined;
  /** The error if there was no response; otherwise `undefined`. */
  readonly error: unknown;
}

/** Delivers a webhook, like the global `fetch`. */
export type WebhookFetch = (url: string, init: RequestInit) => Promise<Response>;

/** What a receiver responded. */
type Outcome = Pick<Delivery, 'status' | 'responseBody' | 'error'>;

export interface Message {
  readonly key: FakeKey;
  readonly payload: WebhookPayload;
  /** Returns the URL for an attempt; `undefined` if the key no longer receives webhooks. */
  readonly url: () => string | undefined;
}

const maxRows = 10_000;
const maxBodyCharacters = 1_000;

export type Deliveries = ReturnType<typeof createDeliveries>;

/** API specification: Events, rules 5 and 6. */
export function createDeliveries(
  clock: Clock,
  assume: Assumptions,
  seed: number,
  fetchOf: () => WebhookFetch,
  changed: Changed,
) {
  const rows: Delivery[] = [];
  const messages = new WeakMap<Delivery, Message>();
  let random = createRandom(seed);
  /** The attempts that are running, and how many wait for the clock. `stop` replaces them, and so drops older attempts. */
  let attempts = { running: new Set<AbortController>(), waiting: 0 };
  let observers: (() => void)[] = [];

  function begin(message: Message): void {
    const delay = random.next() * assume.webhookDelay;
    if (delay === 0) void attempt(message, 1);
    else attemptLater(message, 1, delay);
  }

  async function attempt(message: Message, number: number): Promise<void> {
    const own = attempts;
    const { key, payload } = message;
    const ending = new AbortController();
    own.running.add(ending);
    const url = message.url();
    const at = clock.timestamp();
    const start = performance.now();
    const outcome = url ? await post(url, payload, ending) : undefined;
    if (own !== attempts) return;
    own.running.delete(ending);
    if (url && outcome) {
      const duration = Math.round(performance.now() - start);
      const isRetried = outcome.status !== 200 && number <= assume.webhookRetries;
      const delay = assume.webhookRetryDelay * 2 ** (number - 1);
      const retryAt = isRetried ? new Date(clock.now() + delay).toISOString() : undefined;
      const row = {
        key,
        event: payload.event,
        url,
        payload,
        attempt: number,
        at,
        duration,
        retryAt,
        ...outcome,
      };
      if (rows.length === maxRows) rows.shift();
      rows.push(row);
      messages.set(row, message);
      if (isRetried) attemptLater(message, number + 1, delay);
    }
    notifyObservers();
    changed('deliveries');
  }

  function attemptLater(message: Message, number: number, delay: number): void {
    attempts.waiting += 1;
    changed('deliveries');
    const own = attempts;
    clock.after(delay, () => {
      if (own !== attempts) return;
      own.waiting -= 1;
      changed('deliveries');
      void attempt(message, number);
    });
  }

  function notifyObservers(): void {
    const waiting = observers;
    observers = [];
    for (const notify of waiting) notify();
  }

  async function post(url: string, payload: WebhookPayload, ending: AbortController): Promise<Outcome> {
    const { signal } = ending;
    const onTimeout = () => ending.abort(new DOMException('The delivery timed out', 'TimeoutError'));
    // Use real time here, because running deliveries must not time out when the clock is advanced. Node.js can lose the abort of
    // combined signals, so there is only one.
    const timer = setTimeout(onTimeout, assume.webhookTimeout);
    const request: RequestInit = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
      redirect: 'manual',
      signal,
    };
    try {
      const response = await untilAborted(fetchOf()(url, request), signal);
      return { status: response.status, responseBody: await startOf(response, signal), error: undefined };
    } catch (error) {
      return { status: null, responseBody: '', error };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Drops the deliveries that run or wait, and keeps those that have ended. */
  function stop(): void {
    const { running } = attempts;
    attempts = { running: new Set(), waiting: 0 };
    for (const ending of running) ending.abort();
    notifyObservers();
  }

  /** Sends a message once, without a random delay. Throws if the key receives no webhooks. */
  function sendNow(message: Message): void {
    if (message.url() === undefined) {
      const { label } = message.key;
      throw new FakeError(
        `The key ${label} receives no webhooks. Set its webhookUrl, and check that it is not revoked.`,
      );
    }
    void attempt(message, 1);
  }

  return {
    /** Every attempt that has ended, oldest first. */
    rows,
    /** The number of attempts that wait for the clock: retries and delayed deliveries. */
    get waiting() {
      return attempts.waiting;
    },
    send(message: Message): void {
      begin(message);
      if (random.next() < assume.webhookDuplicates) begin(message);
    },
    sendNow,
    /** Sends the message of a delivery again. Throws if the key no longer receives webhooks. */
    redeliver(delivery: Delivery): void {
      const message = messages.get(delivery);
      if (!message)
        throw new FakeError('The fake has not made this delivery: pass an entry of fake.deliveries.');
      sendNow(message);
    },
    /** Resolves when no delivery is running; without `skipRetries`, also none waits for the clock. */
    async idle({ skipRetries = false }: { skipRetries?: boolean | undefined } = {}): Promise<void> {
      // Timers of the fake do not keep the process running, so the waiting call must.
      const awake = setInterval(() => {}, 60_000);
      while (attempts.running.size > 0 || (!skipRetries && attempts.waiting > 0)) {
        await new Promise<void>((resolve) => observers.push(resolve));
      }
      clearInterval(awake);
    },
    stop,
    /** Removes all deliveries, including those that run or wait. */
    reset(seed: number): void {
      random = createRandom(seed);
      rows.length = 0;
      stop();
    },
  };
}

/** Returns the start of a body, as far as it arrives in time. The body cannot fail a delivery, because only the status acknowledges. */
async function startOf(response: Response, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let text = '';
  try {
    reader = response.body?.getReader();
    while (reader && text.length < maxBodyCharacters) {
      const { done, value } = await untilAborted(reader.read(), signal);
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The body broke, timed out, or was read by `webhookFetch`.
  }
  // An unread body would keep its connection open.
  reader?.cancel().catch(() => {});
  return text.slice(0, maxBodyCharacters);
}
