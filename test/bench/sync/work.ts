/** The work of the process of this section. */
export type Work = OrderWork | PollWork;

export interface OrderWork {
  readonly kind: 'backfill' | 'reconcile';
  readonly count: number;
  readonly days: number;
  readonly store: 'memory' | 'file';
}

/** A first poll, and one without changes. */
export interface PollWork {
  readonly kind: 'poll';
  readonly count: number;
  readonly days: number;
  /** The age in days of a receipt that is still a draft. Absent if there is none. */
  readonly draftAge: number | undefined;
}

export interface Outcome {
  readonly seconds: number;
  readonly requests: number;
  /** The largest number of bytes more in use than at the first measurement, when all code is loaded and compiled. */
  readonly growth: number;
  /** Records that were not delivered exactly once. */
  readonly faults: number;
  readonly saving: Saving;
  /** The poll without changes. */
  readonly quiet?: { readonly seconds: number; readonly requests: number; readonly saving: Saving };
}

/** What a file store wrote. Absent if there was none. */
export interface Saving {
  readonly seconds: number;
  readonly saves: number;
  readonly bytes: number;
  /** The size of the largest checkpoint. */
  readonly largest: number;
  /** Seconds of some of the saves, and of plain writes of the same bytes to the disk. */
  readonly compared: { readonly ours: number; readonly plain: number };
}
