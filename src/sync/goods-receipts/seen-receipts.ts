import type { GoodsReceipt } from '../../entities/index.js';
import { canonicalJson } from '../../records.js';

/** A receipt as it was last seen. */
export interface SeenReceipt {
  /** As JSON text, so that nobody changes it, and equal content is equal text. */
  readonly content: string;
  /** When it was created, in milliseconds since the epoch; where it does not tell, no later than that. */
  readonly created: number;
  /** Whether it tells when it was created, so that one can say which window has it. */
  readonly isDated: boolean;
  /** Whether it waits for another status. */
  readonly isPending: boolean;
  /** Whether it was handed over, in whatever form. */
  readonly isHandedOver: boolean;
  /** Whether this run has met it. */
  readonly isMet: boolean;
}

/** A receipt as it is seen now. Fields may stand in any order. */
export function seeReceipt(
  receipt: GoodsReceipt,
  facts: Pick<SeenReceipt, 'created' | 'isDated' | 'isHandedOver' | 'isMet'>,
): SeenReceipt {
  const isPending = receipt.status === 'draft' || receipt.status === 'partiallyReceived';
  return { ...facts, content: canonicalJson(receipt), isPending };
}

export function receiptIn({ content }: SeenReceipt): GoodsReceipt {
  return JSON.parse(content);
}

/** What a receipt is known by: its id, or its content where the service leaves the id out. */
export function keyOf(receipt: GoodsReceipt): string {
  const { id }: { readonly id: unknown } = receipt;
  return typeof id === 'string' && id !== '' ? `id ${id}` : `content ${canonicalJson(receipt)}`;
}

/** The receipts that a later run can meet again. */
export class SeenReceipts {
  readonly #byKey = new Map<string, SeenReceipt>();

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): SeenReceipt | undefined {
    return this.#byKey.get(key);
  }

  set(key: string, seen: SeenReceipt | undefined): void {
    if (seen) this.#byKey.set(key, seen);
    else this.#byKey.delete(key);
  }

  /** When the oldest receipt was created that is pending and no older than a limit. */
  oldestPending(limit: number): number | undefined {
    let oldest: number | undefined;
    for (const { created, isPending } of this.#byKey.values()) {
      if (isPending && created >= limit && created < (oldest ?? Number.POSITIVE_INFINITY)) oldest = created;
    }
    return oldest;
  }

  /** Forgets some, and gives them. */
  forget(isForgotten: (seen: SeenReceipt) => boolean): SeenReceipt[] {
    const forgotten = [...this.#byKey].filter(([, seen]) => isForgotten(seen));
    for (const [key] of forgotten) this.#byKey.delete(key);
    return forgotten.map(([, seen]) => seen);
  }

  all(): SeenReceipt[] {
    return [...this.#byKey.values()];
  }
}
