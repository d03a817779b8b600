import { brand, OutletError } from './outlet-error.js';

/** Two sync runs had the same name. What the run delivered is valid, and so is its last saved checkpoint. */
export class LeaseError extends OutletError {
  static {
    brand(this, 'LeaseError');
  }

  /**
   * `held`: another run of this name is active. `lost`: the run did not renew its lease in time, for example because the machine
   * slept, and another run took over.
   */
  readonly reason: 'held' | 'lost';
  /** The name of the checkpoint. */
  readonly checkpoint: string;

  /**
   * Creates the error. `Lease.save` of a custom `CheckpointStore` throws `new LeaseError('lost', name)`.
   *
   * @param reason - why the run cannot go on
   * @param checkpoint - the name of the run
   */
  constructor(reason: LeaseError['reason'], checkpoint: string) {
    const why = {
      held:
        'did not start: another run with this name is active. ' + 'Wait for it to end, or use another name.',
      lost:
        'ended: it did not renew its lease in time, and another run with this name has taken over. ' +
        'The other run resumes from the last checkpoint.',
    };
    super(`The run of ${JSON.stringify(checkpoint)} ${why[reason]}`);
    this.reason = reason;
    this.checkpoint = checkpoint;
  }
}
