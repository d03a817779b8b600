import type { Cell } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import type { ListWork } from '../runner/work.js';
import type { KeyPlan } from '../service/key-plan.js';
import { type OrdersPlan, pageSize } from '../service/orders.js';

const day = 24 * 60 * 60 * 1_000;
const begin = Date.UTC(2026, 0, 1);

/** The list of the service. */
export interface List {
  readonly pages: number;
  readonly days: number;
  readonly spread?: OrdersPlan['spread'];
}

/** A cell that reads a whole list, unless the options say otherwise. */
export function listCell(
  client: ClientName,
  { pages, days, spread = 'even' }: List,
  key: Partial<KeyPlan>,
  work: Partial<ListWork>,
): Cell {
  const range = { from: begin, to: begin + days * day };
  const orders = pages * pageSize;
  return {
    client,
    key: { ...key, orders: { ...range, count: orders, spread } },
    work: {
      kind: 'list',
      range,
      orders,
      pause: 0,
      quickPages: 0,
      stopAfter: Number.POSITIVE_INFINITY,
      giveUpAfter: Number.POSITIVE_INFINITY,
      ...work,
    },
  };
}
