import { LeaseError } from '../../errors/lease-error.js';
import { sleep, untilAborted } from '../../timers.js';
import type { CheckpointStore, Lease, SyncCheckpoint } from './checkpoint-store.js';

const renewalsPerLease = 3;
const retryInterval = 250;

/** A lease that is renewed until it is released. */
export class HeldLease {
  readonly #lease: Lease;
  readonly #name: string;
  readonly #duration: number;
  readonly #ending: AbortController;
  readonly #renewing: ReturnType<typeof setInterval>;
  /** In wall-clock time, which includes the time that a machine sleeps. */
  #until: number;

  private constructor(lease: Lease, name: string, duration: number, since: number, ending: AbortController) {
    this.#lease = lease;
    this.#name = name;
    this.#duration = duration;
    this.#until = since + duration;
    this.#ending = ending;
    // If the store fails now, `confirm` asks it again before anything is delivered.
    this.#renewing = setInterval(() => this.#renew().catch(() => {}), duration / renewalsPerLease);
    Object(this.#renewing).unref?.();
  }

  /**
   * Takes the lease of a name. Waits for `duration` if another run has it, because that run may have crashed.
   *
   * @param ending - ends the run; aborted if the lease is lost
   * @throws LeaseError if the other run still has the lease then
   */
  static async take(
    store: CheckpointStore,
    name: string,
    duration: number,
    ending: AbortController,
  ): Promise<HeldLease> {
    const { signal } = ending;
    const end = Date.now() + duration + retryInterval;
    for (;;) {
      const asked = Date.now();
      const lease = await leaseUnlessAborted(store, name, duration, signal);
      if (lease) return new HeldLease(lease, name, duration, asked, ending);
      if (asked >= end) throw new LeaseError('held', name);
      await sleep(retryInterval, signal);
    }
  }

  /** Rejects if another run has the lease, also after this process was suspended. */
  async confirm(): Promise<void> {
    if (Date.now() >= this.#until) await this.#renew();
    const { aborted, reason } = this.#ending.signal;
    if (aborted && reason instanceof LeaseError) throw reason;
  }

  async save(checkpoint: SyncCheckpoint): Promise<void> {
    await this.confirm();
    await this.#lease.save(checkpoint);
  }

  async release(): Promise<void> {
    clearInterval(this.#renewing);
    try {
      await this.#lease.release();
    } catch {
      // The lease expires by itself, and what the run did is valid.
    }
  }

  async #renew(): Promise<void> {
    const asked = Date.now();
    if (await this.#lease.renew(this.#duration)) this.#until = asked + this.#duration;
    else this.#ending.abort(new LeaseError('lost', this.#name));
  }
}

/** Releases a lease that the store returns after the abort. */
async function leaseUnlessAborted(
  store: CheckpointStore,
  name: string,
  duration: number,
  signal: AbortSignal,
): Promise<Lease | undefined> {
  const asked = store.lease(name, duration);
  try {
    return await untilAborted(asked, signal);
  } catch (error) {
    asked.then((lease) => lease?.release()).catch(() => {});
    throw error;
  }
}
