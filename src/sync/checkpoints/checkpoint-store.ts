import type { WorkMessage } from '../../diagnostics/channels.js';
/** An operation that saves checkpoints. */
export type SyncTask = 'backfill' | 'reconcile' | 'poll' | 'export';

/**
 * Marks how far a run got. Save it as JSON. Properties that are not documented here are private to this package.
 */
// A type, because an interface is not assignable to a JSON type.
export type SyncCheckpoint<Task extends SyncTask = SyncTask> = {
  /** Version of the checkpoint's format. */
  readonly version: 2;
  /** The operation that saved the checkpoint. No other operation accepts it. */
  readonly task: Task;
  /** The `outletRef` option of the run that saved the checkpoint. A run of another outlet rejects it. */
  readonly outletRef: string;
};

/** Marks how far `backfillOrders` got. */
export type BackfillCheckpoint = SyncCheckpoint<'backfill'>;

/** A run that has the lease of its name: the exclusive right to run under the name, for a limited time. */
export interface SyncRun {
  /**
   * Replaces the checkpoint. Resolves when the new checkpoint survives a crash. An earlier crash leaves the old checkpoint.
   * @throws {@link LeaseError} if another run has taken the lease: `new LeaseError('lost', name)`. The checkpoint is then unchanged.
   */
  save(checkpoint: SyncCheckpoint): void | Promise<void>;
  /**
   * Extends the lease to `leaseDuration` milliseconds from now, even if it has expired and no other run took it.
   * @returns `false` if another run has taken the lease
   */
  renew(request: Pick<LeaseRequest, 'leaseDuration'>): boolean | Promise<boolean>;
  /** Releases the lease. Does nothing if another run has taken it. */
  release(): void | Promise<void>;
}

/** Asks for the lease of a name. */
export interface LeaseRequest {
  /** The name of the run. */
  readonly name: string;
  /** Milliseconds after which the lease is free unless it is renewed. */
  readonly leaseDuration: number;
}

/**
 * Stores the checkpoints of runs. Use `createMemoryCheckpointStore()`, `createFileCheckpointStore()` of `outlet-open-api/sync/node`,
 * `createRedisCheckpointStore()` of `outlet-open-api/redis`, `createPostgresCheckpointStore()` of `outlet-open-api/postgres`, or your
 * own implementation. Test your own with `checkpointStoreContract` of `outlet-open-api/testing`.
 */
export interface CheckpointStore {
  /**
   * Returns the last saved checkpoint as an object or as its JSON text, or `undefined` or `null` if there is no checkpoint. It may
   * return a promise.
   */
  load(name: string): unknown;
  /**
   * Acquires the lease of a name, so that only one run of the name is active.
   * @returns `undefined` while another run has the lease
   */
  acquire(request: LeaseRequest): SyncRun | undefined | Promise<SyncRun | undefined>;
  /** Deletes the checkpoint of a name, if there is one. A lease of the name stays valid. */
  delete(name: string): void | Promise<void>;
  /** Returns the names that have a checkpoint, in any order. */
  list(): readonly string[] | Promise<readonly string[]>;
}

/**
 * A run of a sync task: `outlet-open-api:sync:start`, then `:sync:end` or `:sync:error`.
 * @inline
 */
export interface SyncMessage extends WorkMessage {
  /** What the run does. */
  readonly task: SyncTask;
  /** The name of the run, from its options. */
  readonly name: string;
  /** The end of the range that the run has completed; set at the end. */
  through: Date | undefined;
}
