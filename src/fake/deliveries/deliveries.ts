import { untilAborted } from '../../timers.js';
import type { Clock } from '../outlet/clock.js';
import type { FakeKey } from '../outlet/keys.js';

/** How the fake delivers webhooks. The specification names neither numbers nor times. */
export interface WebhookOptions {
  /** How often a failed delivery is tried again. Default 5. */
  retries?: number | undefined;
  /** Milliseconds before the first retry; each further one waits twice as long. Default 1,000. */
  baseDelayMs?: number | undefined;
  /** Milliseconds that a receiver has for its answer. Default 10,000. */
  timeoutMs?: number | undefined;
}

/** The body of a webhook. Specification: "Payload shapes". */
export interface WebhookPayload {
  readonly event: string;
  /** The order, where the event is about one. */
  readonly id?: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** One attempt to deliver a webhook. */
export interface Delivery {
  readonly key: FakeKey;
  readonly event: string;
  readonly payload: WebhookPayload;
  /** 1 for the first, 2 for the first retry. */
  readonly attempt: number;
  /** What the receiver answered; only 200 acknowledges. `null` where it did not answer. */
  readonly status: number | null;
  /** When the attempt began, in ISO 8601. */
  readonly at: string;
  /** Why there was no answer. */
  readonly error: unknown;
}

/** What delivers webhooks; the platform's `fetch` is one. */
export type WebhookFetch = (url: string, init: RequestInit) => Promise<Response>;

/** A webhook on its way to a key. */
interface Message {
  readonly key: FakeKey;
  readonly payload: WebhookPayload;
  /** Where it goes, asked anew for each attempt; nothing where the key receives no webhooks any more. */
  readonly address: () => string | undefined;
}

export interface Deliveries {
  /** Every attempt that has ended, the oldest first. */
  readonly rows: readonly Delivery[];
  send(message: Message): void;
  /** Resolves when nothing is under way; without `skipRetries` also nothing waits to be tried again. */
  idle(options?: { skipRetries?: boolean | undefined }): Promise<void>;
}

const mostRows = 10_000;

/** Specification: "Events", rules 5 and 6. */
export function createDeliveries(
  clock: Clock,
  fetchOf: () => WebhookFetch,
  options: WebhookOptions = {},
): Deliveries {
  const { retries = 5, baseDelayMs = 1_000, timeoutMs = 10_000 } = options;
  const rows: Delivery[] = [];
  let underWay = 0;
  let waiting = 0;
  let observers: (() => void)[] = [];

  async function attempt(message: Message, number: number): Promise<void> {
    const url = message.address();
    if (url) await deliver(url, message, number);
    const told = observers;
    observers = [];
    for (const tell of told) tell();
  }

  async function deliver(url: string, message: Message, number: number): Promise<void> {
    underWay += 1;
    const { key, payload } = message;
    const at = clock.timestamp();
    const outcome = await post(url, payload);
    if (rows.length === mostRows) rows.shift();
    rows.push({ key, event: payload.event, payload, attempt: number, at, ...outcome });
    underWay -= 1;
    if (outcome.status !== 200 && number <= retries) retry(message, number);
  }

  function retry(message: Message, failed: number): void {
    waiting += 1;
    clock.after(baseDelayMs * 2 ** (failed - 1), () => {
      waiting -= 1;
      void attempt(message, failed + 1);
    });
  }

  async function post(url: string, payload: WebhookPayload): Promise<Pick<Delivery, 'status' | 'error'>> {
    // Real time, unlike the pauses: a clock set forward must not break off what is under way.
    const signal = AbortSignal.timeout(timeoutMs);
    const request: RequestInit = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
      redirect: 'manual',
      signal,
    };
    try {
      const response = await untilAborted(fetchOf()(url, request), signal);
      // Nobody reads the body, and an open one would hold its connection.
      response.body?.cancel().catch(() => {});
      return { status: response.status, error: undefined };
    } catch (error) {
      return { status: null, error };
    }
  }

  return {
    rows,
    send: (message) => void attempt(message, 1),
    async idle({ skipRetries = false } = {}) {
      // Timers of the fake keep no process open; somebody who waits for them does.
      const awake = setInterval(() => {}, 60_000);
      while (underWay > 0 || (!skipRetries && waiting > 0)) {
        await new Promise<void>((resolve) => observers.push(resolve));
      }
      clearInterval(awake);
    },
  };
}
