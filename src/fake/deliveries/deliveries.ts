import { createRandom } from '../../random.js';
import type { Assumptions } from '../assumptions.js';
import { FakeError } from '../fake-error.js';
import type { Clock } from '../outlet/clock.js';
import type { ReportChange } from '../topics.js';
import type { Attempt, Delivery, Message, NewMessage } from './delivery.js';
import { postWebhook, type WebhookFetch } from './post-webhook.js';

const maxRows = 10_000;

export type Deliveries = ReturnType<typeof createDeliveries>;

/** API specification: Events, rules 5 and 6. */
export function createDeliveries(
  clock: Clock,
  assumptions: Assumptions,
  seed: number,
  fetchOf: () => WebhookFetch,
  reportChange: ReportChange,
) {
  const rows: Delivery[] = [];
  let messages: Message[] = [];
  let lastNumber = 0;
  let random = createRandom(seed);
  /** What runs, and what waits for the clock. `stop` replaces both, and so drops older attempts. */
  let active = { running: new Set<AbortController>(), waiting: new Set<Message>() };
  let observers: (() => void)[] = [];
  let onEnd = (_ended: Delivery) => {};

  function begin(message: NewMessage): void {
    const delay = random.next() * assumptions.webhookDelay;
    if (message.url() === undefined) return;
    if (delay === 0) void attempt(add(message), 1);
    else attemptLater(add(message), 1, delay);
  }

  function add(created: NewMessage): Message {
    lastNumber += 1;
    const at = clock.timestamp();
    const message: Message = { ...created, number: lastNumber, at, attempts: [], next: undefined };
    if (messages.length === maxRows) messages.shift();
    messages.push(message);
    return message;
  }

  async function attempt(message: Message, number: number): Promise<void> {
    const own = active;
    const url = message.url();
    if (url === undefined) {
      reportChange('deliveries');
      return notifyObservers();
    }
    const running: Attempt = { url, at: clock.timestamp(), ended: undefined };
    message.attempts.push(running);
    reportChange('deliveries');
    const ending = new AbortController();
    own.running.add(ending);
    const start = performance.now();
    const outcome = await postWebhook(fetchOf(), url, message.payload, assumptions.webhookTimeout, ending);
    if (own !== active) return;
    own.running.delete(ending);
    const { key, payload } = message;
    // A redelivery has begun a new series of attempts.
    const isReplaced = message.attempts.at(-1) !== running;
    const isRetried = outcome.status !== 200 && number <= assumptions.webhookRetries && !isReplaced;
    const delay = assumptions.webhookRetryDelay * 2 ** (number - 1);
    if (isRetried) attemptLater(message, number + 1, delay);
    const ended: Delivery = {
      key,
      event: payload.event,
      payload,
      url,
      at: running.at,
      attempt: number,
      duration: Math.round(performance.now() - start),
      retryAt: isRetried ? message.next?.at : undefined,
      ...outcome,
    };
    running.ended = ended;
    if (rows.length === maxRows) rows.shift();
    rows.push(ended);
    onEnd(ended);
    notifyObservers();
    reportChange('deliveries');
  }

  function attemptLater(message: Message, number: number, delay: number): void {
    const own = active;
    const next = { at: new Date(clock.now() + delay).toISOString() };
    message.next = next;
    own.waiting.add(message);
    reportChange('deliveries');
    clock.after(delay, () => {
      if (own !== active || message.next !== next) return;
      dropNext(message);
      void attempt(message, number);
    });
  }

  function dropNext(message: Message): void {
    message.next = undefined;
    active.waiting.delete(message);
  }

  function notifyObservers(): void {
    const waiting = observers;
    observers = [];
    for (const notify of waiting) notify();
  }

  /** Drops the deliveries that run or wait, and keeps those that have ended. */
  function stop(): void {
    const { running } = active;
    active = { running: new Set(), waiting: new Set() };
    for (const ending of running) ending.abort();
    notifyObservers();
  }

  function requireReceiver({ key, url }: NewMessage): void {
    if (url() !== undefined) return;
    throw new FakeError(
      `The key ${key.label} receives no webhooks. Set its webhookUrl, and check that it is not revoked.`,
    );
  }

  function redeliver(message: Message): void {
    requireReceiver(message);
    dropNext(message);
    void attempt(message, 1);
  }

  return {
    /** Every attempt that has ended, oldest first. */
    rows,
    /** Every event for a key, with its attempts, oldest first. */
    get messages(): readonly Message[] {
      return messages;
    },
    /** The number of the last event; 0 before the first. */
    get lastNumber() {
      return lastNumber;
    },
    /** Calls back after each attempt. */
    onEnd(listener: (ended: Delivery) => void): void {
      onEnd = listener;
    },
    /** Sends a message to its key, if the key receives webhooks. */
    send(message: NewMessage): void {
      begin(message);
      if (random.next() < assumptions.webhookDuplicates) begin(message);
    },
    /** Sends a message without a random delay. Throws if the key receives no webhooks. */
    sendNow(message: NewMessage): void {
      requireReceiver(message);
      void attempt(add(message), 1);
    },
    /** Sends a message again, in a new series of attempts. Throws if the key no longer receives webhooks. */
    redeliver,
    /** Sends the message of an attempt again. */
    redeliverMessageOf(delivery: Delivery): void {
      const message = messages.find(({ attempts }) => attempts.some(({ ended }) => ended === delivery));
      if (!message)
        throw new FakeError('The fake has not made this delivery: pass an entry of fake.deliveries.');
      redeliver(message);
    },
    /** Resolves when no delivery is running; without `skipRetries`, also none waits for the clock. */
    async idle({ skipRetries = false }: { skipRetries?: boolean | undefined } = {}): Promise<void> {
      // Timers of the fake do not keep the process running, so the waiting call must.
      const awake = setInterval(() => {}, 60_000);
      while (active.running.size > 0 || (!skipRetries && active.waiting.size > 0)) {
        await new Promise<void>((resolve) => observers.push(resolve));
      }
      clearInterval(awake);
    },
    stop,
    /** Removes the messages to the keys of an outlet. */
    forget(outletId: string): void {
      messages = messages.filter(({ key }) => key.outletId !== outletId);
    },
    /** Removes all deliveries, including those that run or wait. */
    reset(seed: number): void {
      random = createRandom(seed);
      rows.length = 0;
      messages = [];
      stop();
    },
  };
}
