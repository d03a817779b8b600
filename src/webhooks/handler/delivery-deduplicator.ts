import { untilAborted } from '../../cancellation.js';
import { sha256Of } from '../../hash.js';
import { unref } from '../../host.js';
import type { WebhookEvent } from '../parse/events.js';
import type { HandlerSettings } from './handler-options.js';

/** A delivery that passed the guards and was read. */
export interface Delivery {
  readonly event: WebhookEvent;
  readonly body: string;
  /** Aborts when the response is due. */
  readonly responseDue: AbortSignal;
}

/** Handles an event, or rejects. The signal aborts if the result no longer counts. */
type Handle = (signal: AbortSignal) => Promise<unknown>;

/** The handler of a delivery, which runs or waits for earlier events of the order. */
export interface Run {
  /** Rejects if the handler fails or takes too long. */
  readonly handled: Promise<void>;
  /** Resolves after that, whatever the outcome is. */
  readonly ended: Promise<void>;
}

/** Milliseconds. Not longer, because a merchant republishes events to recover lost ones, possibly with the same `updatedAt`. */
const rememberedFor = 600_000;

const maxRemembered = 10_000;

/**
 * Handles each delivery once, unless `deduplicate` is false. Deliveries of one order, and those of an event without an ID, are handled one
 * after another. In memory.
 */
export class DeliveryDeduplicator {
  readonly #settings: HandlerSettings;
  /** By delivery. */
  readonly #running = new Map<string, Run>();
  /** When each handled delivery is forgotten, on the monotonic clock, the next one first. */
  readonly #handled = new Map<string, number>();
  /** The last handler of each order, and of each event without an ID. */
  readonly #last = new Map<string, Run>();

  constructor(settings: HandlerSettings) {
    this.#settings = settings;
  }

  /**
   * Starts the handler of a delivery. While the same delivery is being handled, waits for its outcome. Returns `undefined` if the
   * delivery was handled before. Rejects when the response is due.
   */
  async start(delivery: Delivery, keyRef: string, handle: Handle): Promise<Run | undefined> {
    if (!this.#settings.deduplicate) return this.startAlways(handle);
    const { event, responseDue } = delivery;
    const key = await deliveryKey(delivery, keyRef);
    for (;;) {
      if (this.#isHandled(key)) return undefined;
      const running = this.#running.get(key);
      // Otherwise, an older menu could arrive after a newer one.
      if (!running) return this.#run(key, JSON.stringify([keyRef, event.id ?? nameOf(event)]), event, handle);
      await untilAborted(running.ended, responseDue);
    }
  }

  /** Starts a handler at once, whatever other deliveries do. */
  startAlways(handle: Handle): Run {
    return toRun(this.#handle(handle));
  }

  #run(key: string, subject: string, event: WebhookEvent, handle: Handle): Run {
    const turn = this.#last.get(subject)?.ended;
    const handled = this.#handle(handle, turn).then(
      () => {
        this.#running.delete(key);
        // Without `updatedAt`, a repeat looks the same as the next event.
        if (event.updatedAt !== undefined) this.#remember(key);
      },
      (error) => {
        this.#running.delete(key);
        throw error;
      },
    );
    const run = toRun(handled);
    this.#running.set(key, run);
    this.#last.set(subject, run);
    run.ended.then(() => this.#last.get(subject) === run && this.#last.delete(subject));
    return run;
  }

  /** Calls the handler after an earlier one has ended. */
  async #handle(handle: Handle, turn?: Promise<void>): Promise<void> {
    await turn;
    const { handlerTimeout } = this.#settings;
    const run = new AbortController();
    const onTimeout = () => {
      const message = `The handler took longer than handlerTimeout (${handlerTimeout} ms). Pass its signal to the calls that it makes.`;
      run.abort(new DOMException(message, 'TimeoutError'));
    };
    const timer = setTimeout(onTimeout, handlerTimeout);
    // A handler that hangs does not keep the process running.
    unref(timer);
    try {
      await untilAborted(handle(run.signal), run.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  #isHandled(key: string): boolean {
    return (this.#handled.get(key) ?? 0) > performance.now();
  }

  #remember(key: string): void {
    const now = performance.now();
    this.#handled.delete(key);
    this.#handled.set(key, now + rememberedFor);
    for (const [oldest, until] of this.#handled) {
      if (until > now && this.#handled.size <= maxRemembered) return;
      this.#handled.delete(oldest);
    }
  }
}

function toRun(handled: Promise<void>): Run {
  return { handled, ended: handled.catch(() => {}) };
}

/**
 * Returns the key of a delivery: a hash of key, event, id and updatedAt. The id is not enough, because an order can complete
 * several times. If id or updatedAt is missing, the whole body counts.
 */
function deliveryKey({ event, body }: Delivery, keyRef: string): Promise<string> {
  const { id, updatedAt } = event;
  const isComplete = id !== undefined && updatedAt !== undefined;
  return sha256Of(isComplete ? [keyRef, nameOf(event), id, updatedAt] : [keyRef, body]);
}

function nameOf(event: WebhookEvent): string {
  return event.event === 'unknown' ? event.name : event.event;
}
