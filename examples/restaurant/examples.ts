import type { FakeOutletOptions } from 'outlet-open-api/testing';
import type { UseCase } from 'outlet-open-api/webhooks';

/** How to run an example against the fake restaurant. */
export interface Example {
  readonly useCase: UseCase;
  /** The program and its arguments. Default: `main.ts`. */
  readonly program?: readonly string[];
  /** What the example needs even of a hostile restaurant. */
  readonly fake?: FakeOutletOptions;
  /** An example that runs until it is stopped gets SIGTERM after it has printed lines that match all of these. */
  readonly until?: readonly RegExp[];
  /** How often the example runs, with the same data folder. Goods receipts are corrected between two runs. Default: once. */
  readonly runs?: number;
}

/** The examples by the name of their folder. */
export const examples: Readonly<Record<string, Example>> = {
  reservations: {
    useCase: 'reservations',
    until: [/^R-77: .* cancelled$/, /^Webhook channels/, /^R-77 is/],
  },
  'order-data': { useCase: 'order-data', until: [/^Webhook order\.cancelled/, /^The copy has/] },
  inventory: { useCase: 'inventory-management', until: [/^Webhook order\.cancelled/, /^The stock is/] },
  accounting: { useCase: 'order-data', runs: 2 },
  'crash-safe-orders': { useCase: 'digital-ordering' },
  // Starts a fake of its own, because it injects faults.
  observability: { useCase: 'digital-ordering' },
};
