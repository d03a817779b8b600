import { brand, OutletError } from '../../errors/outlet-error.js';

/**
 * Two sync runs have the same name.
 *
 * Everything that the run delivered is valid, and so is its last checkpoint.
 * - What to do: Wait for the other run to end, or use another `name`.
 */
export class LeaseError extends OutletError {
  /** @internal */ static override readonly brand = brand(this, 'LeaseError');

  /**
   * Why the run ended.
   *
   * - `held`: Another run with this name is active.
   * - `lost`: The run did not renew its lease in time, for example because the machine slept, and another run took over. Or the checkpoint store lost its data.
   */
  readonly reason: 'held' | 'lost';
  /** The name of the run. */
  readonly runName: string;

  /**
   * Creates the error. `SyncRun.save` of a custom `CheckpointStore` throws `new LeaseError('lost', name)`.
   * @param reason - Why the run cannot continue.
   * @param runName - The name of the run.
   */
  constructor(reason: LeaseError['reason'], runName: string) {
    const why = {
      held: 'did not start: another run with this name is active. Wait for it to end, or use another name.',
      lost:
        'ended: it lost its lease. Another run with this name has taken over, because this one did not renew the lease in time, ' +
        'or the checkpoint store has lost its data. If no other run is active, start it again.',
    };
    super(`The run of ${JSON.stringify(runName)} ${why[reason]}`);
    this.reason = reason;
    this.runName = runName;
  }
}
