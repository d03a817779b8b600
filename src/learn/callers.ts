import type { FakeEndpoint } from '../fake/service/router.js';
import { Caller } from './caller.js';
import { type LearnOptions, Run } from './run.js';

/** Use cases that can read more come first. A key of Digital Ordering may see only its own orders. */
const readers = ['order-data', 'inventory-management', undefined, 'digital-ordering', 'reservations'];
const writers = ['digital-ordering', 'reservations', undefined, 'inventory-management', 'order-data'];

/** The API as each key sees it. */
export class Callers {
  readonly run: Run;
  readonly all: readonly Caller[];

  constructor(options: LearnOptions) {
    this.run = new Run(options);
    this.all = options.keys.map((key) => new Caller(this.run, key, options));
  }

  /** Returns the keys with access to all of the endpoints, the most suitable first. */
  async with(...endpoints: readonly FakeEndpoint[]): Promise<Caller[]> {
    const order = endpoints.every((endpoint) => endpoint.startsWith('GET ')) ? readers : writers;
    const rank = ({ useCase }: Caller) => order.indexOf(useCase);
    const found: Caller[] = [];
    for (const caller of this.all.toSorted((one, other) => rank(one) - rank(other))) {
      if (await caller.canCall(endpoints)) found.push(caller);
    }
    return found;
  }
}
