import { brand, OutletError } from './outlet-error.js';

/**
 * Why a run of sync does not go on: another run of its name lives, or it was halted for so long, as by a machine that slept, that
 * another one took its place.
 */
export type LeaseReason = 'held' | 'lost';

/** Two runs of sync under one name. What the run had handed over is right, and its last saved checkpoint stands. */
export class LeaseError extends OutletError {
  static {
    brand(this, 'LeaseError');
  }

  readonly reason: LeaseReason;
  /** The name of the checkpoint. */
  readonly checkpoint: string;

  constructor(reason: LeaseReason, checkpoint: string) {
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
