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

  /** @internal */
  constructor(reason: LeaseError['reason'], checkpoint: string) {
    const why = {
      held:
        'was not begun: another run of that name lives. ' +
        'Run them one after the other, or give them names of their own, as each outlet needs one.',
      lost:
        'was ended: it did not renew its lease in time, and another run of that name has taken over. ' +
        'That one goes on from the last checkpoint; nothing is missed.',
    };
    super(`The run of ${JSON.stringify(checkpoint)} ${why[reason]}`);
    this.reason = reason;
    this.checkpoint = checkpoint;
  }
}
