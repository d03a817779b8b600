import { LeaseError } from '../../errors/lease-error.js';
import { sleep, untilAborted } from '../../timers.js';
import type { CheckpointStore, Lease } from './checkpoint-store.js';

/** A lease that is not renewed for so long is free. */
const leaseMs = 5_000;
const renewalsPerLease = 3;
const pauseBetweenLooks = 250;

/** A lease that is renewed for as long as its run lives. */
export class HeldLease {
  readonly #lease: Lease;
  readonly #name: string;
  readonly #ending: AbortController;
  readonly #renewing: ReturnType<typeof setInterval>;
  /** By the wall clock, which goes on while a machine sleeps. */
  #until: number;

  private constructor(lease: Lease, name: string, since: number, ending: AbortController) {
    this.#lease = lease;
    this.#name = name;
    this.#until = since + leaseMs;
    this.#ending = ending;
    // Where the store fails now, `confirm` asks again before anything is handed over.
    this.#renewing = setInterval(() => this.#renew().catch(() => {}), leaseMs / renewalsPerLease);
    Object(this.#renewing).unref?.();
  }

  /**
   * Takes the lease of a name. One whose run has died is free once it was not renewed in time, which is waited for.
   *
   * @param ending - ends the run; aborted where the lease is lost
   * @throws LeaseError where another run renews it
   */
  static async take(store: CheckpointStore, name: string, ending: AbortController): Promise<HeldLease> {
    const { signal } = ending;
    const end = Date.now() + leaseMs + pauseBetweenLooks;
    for (;;) {
      const asked = Date.now();
      const lease = await leaseUnlessAborted(store, name, signal);
      if (lease) return new HeldLease(lease, name, asked, ending);
      if (asked >= end) throw new LeaseError('held', name);
      await sleep(pauseBetweenLooks, signal);
    }
  }

  /** Makes sure that no other run has the lease, also where this process stood still for long. */
  async confirm(): Promise<void> {
    if (Date.now() >= this.#until) await this.#renew();
    const { aborted, reason } = this.#ending.signal;
    if (aborted && reason instanceof LeaseError) throw reason;
  }

  async release(): Promise<void> {
    clearInterval(this.#renewing);
    try {
      await this.#lease.release();
    } catch {
      // It runs out by itself, and what the run has done stands.
    }
  }

  async #renew(): Promise<void> {
    const asked = Date.now();
    if (await this.#lease.renew(leaseMs)) this.#until = asked + leaseMs;
    else this.#ending.abort(new LeaseError('lost', this.#name));
  }
}

/** One that comes when nobody waits for it any more is given back. */
async function leaseUnlessAborted(
  store: CheckpointStore,
  name: string,
  signal: AbortSignal,
): Promise<Lease | undefined> {
  const asked = store.lease(name, leaseMs);
  try {
    return await untilAborted(asked, signal);
  } catch (error) {
    asked.then((lease) => lease?.release()).catch(() => {});
    throw error;
  }
}
