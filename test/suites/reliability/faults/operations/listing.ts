import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions, ListPosition, OutletClient, Paginator } from 'outlet-open-api';
import type { Ended } from '../ended.js';
import type { OperationPlan } from '../plan.js';
import { past } from '../stock.js';
import { unless, type Violation } from '../violation.js';
import type { Operation, Prepare } from './operation.js';

/** The options of a list in these tests. */
type ListingOptions = CallOptions & {
  concurrency?: OperationPlan['concurrency'];
  resumeFrom?: ListPosition | undefined;
};

interface List<T> {
  readonly mark: string;
  readonly concurrency: OperationPlan['concurrency'];
  list(outlet: OutletClient, options: ListingOptions): Paginator<T>;
  /** Returns the name of a record. */
  name(record: T): string;
  /** The names of all records of the range. */
  all(): readonly string[];
}

const recoveries = 5;

/** Lists a range to its end, or resumes after the last page that it received. */
class Listing<T> implements Operation {
  readonly #list: List<T>;
  readonly #names = new Set<string>();
  #repeated = 0;
  #position: ListPosition | undefined;
  #isAtEnd = false;

  constructor(list: List<T>) {
    this.#list = list;
  }

  start(outlet: OutletClient, options: CallOptions): Promise<unknown> {
    return this.#resume(outlet, options);
  }

  /** Only records on a boundary may repeat. */
  async recover(outlet: OutletClient): Promise<void> {
    for (let tries = 0; tries < recoveries && !this.#isAtEnd; tries += 1) {
      if (tries > 0) await sleep(100);
      await this.#resume(outlet, {}).catch(() => {});
    }
  }

  judge(ended: Ended): readonly Violation[] {
    const { mark, all } = this.#list;
    const missed = all().filter((name) => !this.#names.has(name));
    const how = `${mark}, which first ended with ${ended.kind}`;
    return [
      ...unless(this.#isAtEnd, 'lost', `${how}, could not be resumed`),
      ...unless(missed.length === 0, 'missed', `${how}, missed ${missed.length} records`),
      ...unless(this.#repeated === 0, 'repeated', `${how}, repeated ${this.#repeated} records`),
    ];
  }

  async #resume(outlet: OutletClient, options: CallOptions): Promise<void> {
    const { concurrency, list, name } = this.#list;
    const seen = new Set<string>();
    const paginator = list(outlet, { ...options, concurrency, resumeFrom: this.#position });
    for await (const { items, position } of paginator.pages()) {
      for (const one of items.map(name)) {
        if (seen.has(one)) this.#repeated += 1;
        seen.add(one);
        this.#names.add(one);
      }
      this.#position = position;
    }
    this.#isAtEnd = true;
  }
}

export const listOrders: Prepare = ({ outlet }, mark, { concurrency }) =>
  new Listing({
    mark,
    concurrency,
    list: ({ orders }, options) => orders.list(past, options),
    name: ({ id }) => id,
    all: () => namesIn(outlet.orders.all(), ({ id }) => id),
  });

export const listReceipts: Prepare = ({ outlet }, mark, { concurrency }) =>
  new Listing({
    mark,
    concurrency,
    list: ({ goodsReceipts }, options) => goodsReceipts.list(past, options),
    name: ({ id }) => id,
    all: () => namesIn(outlet.goodsReceipts.all(), ({ id }) => id),
  });

/** Orders of the past have one log entry each: their creation. */
export const listLogs: Prepare = ({ outlet }, mark, { concurrency }) =>
  new Listing({
    mark,
    concurrency,
    list: ({ actionLogs }, options) => actionLogs.list(past, options),
    name: ({ metadata, created }) => `${metadata?.orderId} ${created}`,
    all: () => namesIn(outlet.orders.all(), ({ id, created }) => `${id} ${created}`),
  });

function namesIn<T extends { created: string }>(
  records: readonly T[],
  name: (record: T) => string,
): string[] {
  const [from, to] = [past.from.toISOString(), past.to.toISOString()];
  return records.filter(({ created }) => created >= from && created <= to).map(name);
}
