import { oneAtATime, untilAborted } from '../../cancellation.js';
import { OutletError } from '../../errors/outlet-error.js';
import type { HandlerSettings } from '../handler/handler-options.js';
import type { WebhookEvent } from '../parse/events.js';
import type { Claim } from './deduplicator.js';
import { OrderQueue, type Place } from './order-queue.js';

/** A delivery that passed the guards and was read. */
export interface Delivery {
  readonly event: WebhookEvent;
  readonly body: string;
  /** Aborts when the response is due. */
  readonly responseDue: AbortSignal;
}

/** Handles an event, or rejects. The signal aborts if the result no longer counts. */
type Handle = (signal: AbortSignal) => Promise<void>;

type Settings = Pick<
  HandlerSettings,
  'deduplicator' | 'handlerTimeout' | 'leaseDuration' | 'sequential' | 'ttl'
>;

type KeyedClaim = Claim & { readonly key: string };

/** How often to check a delivery that is being handled. Milliseconds. */
const pollInterval = 250;

/** Handles each delivery once, and the deliveries of one order one after another unless `sequential` is false. */
export class DeliveryDeduplicator {
  readonly #settings: Settings;
  readonly #orders = new OrderQueue();
  /** Receives errors of the deduplicator that do not end a delivery. */
  readonly #onFault: (error: unknown) => void;

  constructor(settings: Settings, onFault: (error: unknown) => void) {
    this.#settings = settings;
    this.#onFault = onFault;
  }

  /**
   * Handles a delivery unless it was handled before. Returns whether it was handled, now or before: `false` if the response is
   * due and the claim of another delivery still runs. Rejects if the handler fails, takes too long, or loses its claim.
   */
  async deliver(delivery: Delivery, scope: string, handle: Handle): Promise<boolean> {
    const { event, body } = delivery;
    const order = event.id ?? body;
    let place = this.#orders.join(order);
    let hasWaited = false;
    const onBusy = () => {
      // The other claim can belong to a delivery behind this one in the queue.
      place.leave();
      hasWaited = true;
    };
    try {
      const { key, ...claim } = await this.#claim(delivery, scope, onBusy);
      if (hasWaited) place = this.#orders.join(order);
      if (claim.state === 'run') await this.#run(delivery, handle, place, key, claim.token);
      return claim.state !== 'busy';
    } finally {
      place.leave();
    }
  }

  /**
   * Claims a delivery. Without `updatedAt`, a repeat and the next event look the same. So each success after a 503 is remembered
   * under its own key, and acknowledges one repeat.
   */
  async #claim(delivery: Delivery, scope: string, onBusy: () => void): Promise<KeyedClaim> {
    const { event, responseDue } = delivery;
    const key = await deliveryKey(delivery, scope);
    if (event.updatedAt !== undefined) return this.#claimKey(key, responseDue, onBusy);
    for (let lateSuccesses = 0; ; lateSuccesses += 1) {
      const claim = await this.#claimKey(`${key}.${lateSuccesses}`, responseDue, onBusy);
      if (claim.state !== 'done') return claim;
      const repeat = await this.#claimInTime(`${claim.key}.repeat`, this.#settings.ttl, responseDue);
      if (repeat.state === 'run') return claim;
    }
  }

  /** Claims a key. While another claim is active, waits for its outcome until the response is due. */
  async #claimKey(key: string, responseDue: AbortSignal, onBusy: () => void): Promise<KeyedClaim> {
    for (;;) {
      const claim = await this.#claimInTime(key, this.#settings.leaseDuration, responseDue);
      if (claim.state !== 'busy' || responseDue.aborted) return { ...claim, key };
      onBusy();
      const pause = new Promise((resolve) => setTimeout(resolve, pollInterval));
      await untilAborted(pause, responseDue).catch(() => {});
    }
  }

  /** Claims a key. Rejects when the response is due, and releases a claim that comes later. */
  async #claimInTime(key: string, leaseDuration: number, responseDue: AbortSignal): Promise<Claim> {
    const { deduplicator } = this.#settings;
    if (responseDue.aborted) return { state: 'busy' };
    const claiming = Promise.resolve(deduplicator.claim(key, { leaseDuration }));
    try {
      const claim = await untilAborted(claiming, responseDue);
      if (['run', 'busy', 'done'].includes(claim.state)) return claim;
    } catch (error) {
      if (!responseDue.aborted) throw error;
      claiming
        .then((late) => late.state === 'run' && deduplicator.release(key, late.token))
        .catch(this.#onFault);
      throw new OutletError('claim() of the deduplicator took longer than responseTimeout.');
    }
    throw new OutletError('claim() of the deduplicator must return the state "run", "busy" or "done".');
  }

  /** Waits for earlier events of the order, calls the handler, and ends the claim. */
  async #run(
    delivery: Delivery,
    handle: Handle,
    { turn, leave }: Place,
    key: string,
    token: string,
  ): Promise<void> {
    const { event, responseDue } = delivery;
    const { deduplicator, handlerTimeout, sequential, ttl } = this.#settings;
    const run = new AbortController();
    const onTimeout = () => {
      const message = `The handler took longer than handlerTimeout (${handlerTimeout} ms). Pass its signal to the calls that it makes.`;
      run.abort(new DOMException(message, 'TimeoutError'));
    };
    const stopRenewing = this.#keepClaim(key, token, run);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isTimed = event.updatedAt !== undefined;
    let isRemembered = false;
    try {
      if (sequential) await untilAborted(turn, run.signal);
      timer = setTimeout(onTimeout, handlerTimeout);
      timer.unref?.();
      await untilAborted(handle(run.signal), run.signal);
      isRemembered = isTimed || responseDue.aborted;
    } finally {
      clearTimeout(timer);
      stopRenewing();
      const end = isRemembered ? deduplicator.done(key, token, { ttl }) : deduplicator.release(key, token);
      leave();
      // The outcome is valid even if it cannot be stored.
      await end.catch(this.#onFault);
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
    timer.unref?.();
    return () => clearInterval(timer);
  }
}

/**
 * Returns the key of a delivery: a hash of scope, event, id and updatedAt. The id is not enough, because an order can complete
 * several times. If id or updatedAt is missing, the whole body counts.
 */
async function deliveryKey({ event, body }: Delivery, scope: string): Promise<string> {
  const { id, updatedAt } = event;
  const name = event.event === 'unknown' ? event.name : event.event;
  const isComplete = id !== undefined && updatedAt !== undefined;
  const parts = isComplete ? [scope, name, id, updatedAt] : [scope, body];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parts)));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
