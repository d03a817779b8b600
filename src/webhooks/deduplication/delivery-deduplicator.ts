import { oneAtATime, sleep, untilAborted } from '../../cancellation.js';
import { OutletError } from '../../errors/outlet-error.js';
import { sha256Of } from '../../hash.js';
import { unref } from '../../host.js';
import type { HandlerSettings } from '../handler/handler-options.js';
import type { WebhookEvent } from '../parse/events.js';
import type { Claim } from './deduplicator.js';

/** A delivery that passed the guards and was read. */
export interface Delivery {
  readonly event: WebhookEvent;
  readonly body: string;
  /** Aborts when the response is due. */
  readonly responseDue: AbortSignal;
}

/** Handles an event, or rejects. The signal aborts if the result no longer counts. */
type Handle = (signal: AbortSignal) => Promise<void>;

/** The handler of a delivery, which runs or waits for earlier events of the order. */
interface Run {
  /** Rejects if the handler fails, takes too long, or loses its claim. */
  readonly handled: Promise<void>;
  /** Resolves when the outcome was stored, or could not be stored. */
  readonly stored: Promise<void>;
}

/** How often to check a delivery that is being handled. Milliseconds. */
const pollInterval = 250;

/** Handles each delivery once, and the deliveries of one order one after another unless `sequential` is false. */
export class DeliveryDeduplicator {
  readonly #settings: HandlerSettings;
  /** When the last handler of each order ends. */
  readonly #ends = new Map<string, Promise<unknown>>();
  /** Receives errors of the deduplicator that do not end a delivery. */
  readonly #onFault: (error: unknown) => void;

  constructor(settings: HandlerSettings, onFault: (error: unknown) => void) {
    this.#settings = settings;
    this.#onFault = onFault;
  }

  /**
   * Claims a delivery and starts its handler. While another claim is active, waits for its outcome. Returns `undefined` if the
   * delivery was handled before. Rejects when the response is due.
   */
  async start(delivery: Delivery, keyRef: string, handle: Handle): Promise<Run | undefined> {
    const key = await deliveryKey(delivery, keyRef);
    for (let isFirst = true; ; isFirst = false) {
      const claim = await this.#claim(key, delivery.responseDue, isFirst);
      if (claim.state === 'run') return this.#run(delivery, keyRef, handle, key, claim.token);
      if (claim.state === 'done') return undefined;
      await sleep(pollInterval, delivery.responseDue);
    }
  }

  /** Claims a key. Rejects when the response is due, and releases a claim that comes later. */
  async #claim(key: string, responseDue: AbortSignal, isFirst: boolean): Promise<Claim> {
    const { deduplicator, leaseDuration } = this.#settings;
    const claiming = Promise.resolve(deduplicator.claim(key, { leaseDuration }));
    const claim = await untilAborted(claiming, responseDue).catch((error) => {
      if (!responseDue.aborted) throw error;
      claiming
        .then((late) => late.state === 'run' && deduplicator.release(key, late.token))
        .catch(this.#onFault);
      // A later claim can have just begun.
      throw isFirst ? tooSlow('claim') : error;
    });
    if (['run', 'busy', 'done'].includes(claim.state)) return claim;
    throw new OutletError('claim() of the deduplicator must return the state "run", "busy" or "done".');
  }

  #run({ event, body }: Delivery, keyRef: string, handle: Handle, key: string, token: string): Run {
    const order = JSON.stringify([keyRef, event.id ?? body]);
    const turn = this.#ends.get(order) ?? Promise.resolve();
    const handled = this.#handleInTurn(handle, turn, key, token);
    const end = Promise.allSettled([turn, handled]);
    this.#ends.set(order, end);
    end.then(() => this.#ends.get(order) === end && this.#ends.delete(order));
    const stored = handled.then(
      // Without `updatedAt`, a repeat looks the same as the next event.
      () => this.#end(event.updatedAt === undefined ? 'release' : 'done', key, token),
      () => this.#end('release', key, token),
    );
    return { handled, stored };
  }

  /** Waits for earlier events of the order, and calls the handler. */
  async #handleInTurn(handle: Handle, turn: Promise<unknown>, key: string, token: string): Promise<void> {
    const { handlerTimeout, sequential } = this.#settings;
    const run = new AbortController();
    const onTimeout = () => {
      const message = `The handler took longer than handlerTimeout (${handlerTimeout} ms). Pass its signal to the calls that it makes.`;
      run.abort(new DOMException(message, 'TimeoutError'));
    };
    const stopRenewing = this.#keepClaim(key, token, run);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      if (sequential) await untilAborted(turn, run.signal);
      timer = setTimeout(onTimeout, handlerTimeout);
      unref(timer);
      await untilAborted(handle(run.signal), run.signal);
    } finally {
      clearTimeout(timer);
      stopRenewing();
    }
  }

  /** Ends a claim. The outcome is valid even if it cannot be stored, so an error is only reported. */
  async #end(method: 'done' | 'release', key: string, token: string): Promise<void> {
    const { deduplicator, responseTimeout, ttl } = this.#settings;
    const timer = setTimeout(() => this.#onFault(tooSlow(method)), responseTimeout);
    try {
      await (method === 'done' ? deduplicator.done(key, token, { ttl }) : deduplicator.release(key, token));
    } catch (error) {
      this.#onFault(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Renews a claim until the returned function is called. Aborts the run if the claim is lost. */
  #keepClaim(key: string, token: string, run: AbortController): () => void {
    const { deduplicator, leaseDuration } = this.#settings;
    let heldUntil = performance.now() + leaseDuration;
    const onLost = () =>
      run.abort(new OutletError('The claim was lost, so the handler was aborted. Check the deduplicator.'));
    const renew = async () => {
      const sentAt = performance.now();
      if (await deduplicator.renew(key, token, leaseDuration)) heldUntil = sentAt + leaseDuration;
      else onLost();
    };
    const renewInTurn = oneAtATime(() => renew().catch(this.#onFault));
    // If renewals hang or are rejected, the claim ends with the lease.
    const onTick = () => (performance.now() < heldUntil ? renewInTurn() : onLost());
    const timer = setInterval(onTick, leaseDuration / 3);
    // A handler that hangs does not keep the process running.
    unref(timer);
    return () => clearInterval(timer);
  }
}

function tooSlow(method: string): OutletError {
  return new OutletError(
    `${method}() of the deduplicator took longer than responseTimeout. Check its store.`,
  );
}

/**
 * Returns the key of a delivery: a hash of keyRef, event, id and updatedAt. The id is not enough, because an order can complete
 * several times. If id or updatedAt is missing, the whole body counts.
 */
function deliveryKey({ event, body }: Delivery, keyRef: string): Promise<string> {
  const { id, updatedAt } = event;
  const name = event.event === 'unknown' ? event.name : event.event;
  const isComplete = id !== undefined && updatedAt !== undefined;
  return sha256Of(isComplete ? [keyRef, name, id, updatedAt] : [keyRef, body]);
}
