import type { Database, Transaction } from './database.js';

/**
 * A checkpoint that is stored in the transaction that writes the records it covers. It is replaced only if no other run has replaced
 * it. The second of two runs fails, and its transaction writes nothing.
 */
export class StoredCheckpoint {
  /** `null` if nothing was stored. */
  readonly checkpoint: string | null;
  readonly #name: string;
  #moves: number;

  private constructor(name: string, { checkpoint, moves }: Row) {
    this.#name = name;
    this.checkpoint = checkpoint;
    this.#moves = moves;
  }

  static async open(db: Database, name: string): Promise<StoredCheckpoint> {
    await db.query('insert into sync (name) values ($1) on conflict do nothing', [name]);
    const { rows } = await db.query<Row>('select checkpoint, moves from sync where name = $1', [name]);
    return new StoredCheckpoint(name, rows[0] ?? { checkpoint: null, moves: 0 });
  }

  async move(tx: Transaction, checkpoint: unknown): Promise<void> {
    const { rows } = await tx.query<{ moves: number }>(
      'update sync set checkpoint = $2, moves = moves + 1 where name = $1 and moves = $3 returning moves',
      [this.#name, JSON.stringify(checkpoint), this.#moves],
    );
    const [moved] = rows;
    if (!moved)
      throw new Error(`Another run of ${this.#name} has moved the checkpoint. Start one run at a time.`);
    this.#moves = moved.moves;
  }
}

interface Row {
  readonly checkpoint: string | null;
  readonly moves: number;
}
