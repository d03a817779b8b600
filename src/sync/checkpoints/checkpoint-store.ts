/**
 * How far a run of sync came. Keep it as JSON. Everything but the version is private to this package; the checkpoint of a poll holds
 * the goods receipts that it still watches.
 */
// A type and no interface, so that it fits where JSON is asked for.
export type SyncCheckpoint = {
  /** Of the checkpoint's form. */
  readonly version: 1;
};

/** The right to be the one run of a name, for a time. */
export interface Lease {
  /**
   * Makes it last for `ms` milliseconds from now on, also where it has run out and nobody else took it. `false`, and nothing else
   * happens, where another run has it.
   */
  renew(ms: number): Promise<boolean>;
  /** Gives it back. Where another run has it meanwhile, nothing happens. */
  release(): Promise<void>;
}

/**
 * Where the runs of sync keep their checkpoints: `createMemoryCheckpointStore()`, `createFileCheckpointStore()` of `outlet-open-api/sync/node`, or
 * yours. A name belongs to one outlet and one task: two outlets that share a store need two names.
 *
 * A store of your own is a table with the columns name (the key), checkpoint, token and until. `lease` inserts the row, or sets token
 * and until where `until` is null or has passed, in one statement; `renew` sets `until` and `release` clears both, where the token is
 * theirs. `examples/database` has one of 50 lines.
 *
 * @example
 * ```ts
 * const checkpoints: CheckpointStore = {
 *   load: async (name) => (await db.get('SELECT checkpoint FROM sync WHERE name = ?', name))?.checkpoint,
 *   save: (name, checkpoint) => db.run('UPDATE sync SET checkpoint = ? WHERE name = ?', JSON.stringify(checkpoint), name),
 *   lease: (name, ms) => takeLease(db, name, ms),
 * };
 * ```
 */
export interface CheckpointStore {
  /** What was saved last, as the object that it was or its JSON text; `undefined` or `null` where nothing was. */
  load(name: string): Promise<unknown>;
  /** Resolves when it is kept, so that a crash does not undo it. The whole or nothing: never half of a checkpoint. */
  save(name: string, checkpoint: SyncCheckpoint): Promise<void>;
  /** The lease, or `undefined` while another run has it. One that was not renewed for `ms` milliseconds is free. */
  lease(name: string, ms: number): Promise<Lease | undefined>;
}
