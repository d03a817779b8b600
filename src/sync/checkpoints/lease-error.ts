import { brand, OutletError } from '../../errors/outlet-error.js';

/**
 * A sync run does not have the lease of its name, or its checkpoint store does not respond.
 *
 * Everything that the run delivered is valid, and so is its last checkpoint.
 * - What to do: Wait for the other run to end, use another `name`, or repair the store and start the run again.
 */
export class LeaseError extends OutletError {
  /** @internal */ static override readonly brand = /* @__PURE__ */ brand(this, 'LeaseError');

  /**
   * Why the run ended.
   *
   * - `held`: Another run with this name is active.
   * - `lost`: The run did not renew its lease in time, for example because the machine slept, and another run took over. Or the checkpoint store lost its data.
   * - `no-response`: A call of the checkpoint store took longer than `leaseDuration`. Whether the last checkpoint was saved is unknown.
   */
  readonly reason: 'held' | 'lost' | 'no-response';
  /** The name of the run. */
  readonly runName: string;

  /**
   * Creates the error. `SyncRun.save` of a custom `CheckpointStore` throws `new LeaseError('lost', name)`.
   * @param reason - Why the run cannot continue.
   * @param runName - The name of the run.
   * @param timeout - How many milliseconds the run waited for a response of the store.
   */
  constructor(reason: LeaseError['reason'], runName: string, timeout = 0) {
    const why = {
      held: 'did not start: another run with this name is active. Wait for it to end, or use another name.',
      lost:
        'ended: it lost its lease. Another run with this name has taken over, because this one did not renew the lease in time, ' +
        'or the checkpoint store has lost its data. If no other run is active, start it again.',
      'no-response':
        `ended: the checkpoint store did not respond within ${timeout} ms. Whether the last checkpoint was saved is unknown. ` +
        'Repair the store, then start the run again. Some records can be delivered twice.',
    };
    super(`The run of ${JSON.stringify(runName)} ${why[reason]}`);
    this.reason = reason;
    this.runName = runName;
  }
}
