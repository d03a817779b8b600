/** What the process of this section is to do. */
export type Work = OrderWork | PollWork;

export interface OrderWork {
  readonly kind: 'backfill' | 'reconcile';
  readonly count: number;
  readonly days: number;
  readonly store: 'memory' | 'file';
}

/** A first poll, and one in which nothing has changed. */
export interface PollWork {
  readonly kind: 'poll';
  readonly count: number;
  readonly days: number;
  /** Days since a receipt was created that is still a draft; none where there is none. */
  readonly draftAge: number | undefined;
}

export interface Outcome {
  readonly seconds: number;
  readonly requests: number;
  /** The most bytes more in use than at the first look, when all code is loaded and compiled. */
  readonly growth: number;
  /** Records that did not come once. */
  readonly faults: number;
  readonly saving: Saving;
  /** The poll in which nothing has changed. */
  readonly quiet?: { readonly seconds: number; readonly requests: number; readonly saving: Saving };
}

/** What a file store wrote; nothing where there was none. */
export interface Saving {
  readonly seconds: number;
  readonly saves: number;
  readonly bytes: number;
  /** The largest checkpoint. */
  readonly largest: number;
  /** Seconds that some of the saves took, and what it takes to write the same bytes and no more, to the disk. */
  readonly compared: { readonly ours: number; readonly plain: number };
}
