import type { Database, Transaction } from './database.js';

/**
 * How far a task came: a checkpoint that moves in the transaction which writes what it covers. It moves only from where it was
 * read, so that of two runs at once one fails and leaves nothing behind.
 */
export class CheckpointedRun {
  /** `null` where nothing was kept. */
  readonly checkpoint: string | null;
  readonly #name: string;
  #moves: number;

  private constructor(name: string, { checkpoint, moves }: Row) {
    this.#name = name;
    this.checkpoint = checkpoint;
    this.#moves = moves;
  }

  static async open(db: Database, name: string): Promise<CheckpointedRun> {
    await db.query('insert into sync (name) values ($1) on conflict do nothing', [name]);
    const { rows } = await db.query<Row>('select checkpoint, moves from sync where name = $1', [name]);
    return new CheckpointedRun(name, rows[0] ?? { checkpoint: null, moves: 0 });
  }

  async move(tx: Transaction, checkpoint: unknown): Promise<void> {
    const { rows } = await tx.query<{ moves: number }>(
      'update sync set checkpoint = $2, moves = moves + 1 where name = $1 and moves = $3 returning moves',
      [this.#name, JSON.stringify(checkpoint), this.#moves],
    );
    const [moved] = rows;
    if (!moved)
      throw new Error(`Another run of ${this.#name} has gone on from here: have one run at a time.`);
    this.#moves = moved.moves;
  }
}

interface Row {
  readonly checkpoint: string | null;
  readonly moves: number;
}
