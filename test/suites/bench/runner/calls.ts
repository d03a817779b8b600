import type { Priority } from 'outlet-open-api';
import type { BenchClient } from '../clients/client.js';
import { monotonicNow } from '../service/clock.js';
import type { CallRecord } from './work.js';

interface OpenRecord {
  readonly id: string;
  readonly begun: number;
  ended: number;
  succeeded: boolean;
}

/** Makes calls and counts their outcomes. */
export class Calls {
  readonly #records: OpenRecord[] = [];
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  get records(): readonly CallRecord[] {
    return this.#records;
  }

  /** How many calls have failed. */
  get failed(): number {
    return this.#records.filter(({ ended, succeeded }) => ended < Number.POSITIVE_INFINITY && !succeeded)
      .length;
  }

  /** Makes one call. Never rejects. */
  async make(client: BenchClient, priority?: Priority): Promise<void> {
    const id = `${this.#prefix}-${this.#records.length}`;
    const record: OpenRecord = {
      id,
      begun: monotonicNow(),
      ended: Number.POSITIVE_INFINITY,
      succeeded: false,
    };
    this.#records.push(record);
    try {
      await client.get(id, priority);
      record.succeeded = true;
    } catch {}
    record.ended = monotonicNow();
  }
}
