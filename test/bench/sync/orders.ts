import type { Row } from '../row.js';
import { megabytes, mostGrowth } from './growth.js';
import { perform } from './perform.js';

/** Some 270 orders a day. */
const days = 1_826;
/** The size of the ID of a compared order in a `Set`. */
const bytesPerId = 100;

export const backfill: Row = {
  name: 'backfill',
  figure: 'backfillOrders over 500,000 orders, without a limit or a network: memory growth',
  bar: 'under 20 MB, each order once',
  isHeavy: true,
  async measure({ quick }) {
    const work = { kind: 'backfill', store: 'memory', ...sizeOf(quick) } as const;
    const { growth, faults, seconds } = await perform(work);
    const text = `${megabytes(growth)} over ${work.count} orders in ${seconds.toFixed(0)} s${faultsText(faults)}`;
    return [{ client: 'ours', text, met: growth < mostGrowth && faults === 0 }];
  },
};

export const reconcile: Row = {
  name: 'reconcile',
  figure:
    'reconcileOrders over 500,000 orders, with all their ids and 10 others in `knownIds`: memory growth',
  bar: 'under 20 MB in addition to 100 bytes for each id, each order once',
  isHeavy: true,
  async measure({ quick }) {
    const work = { kind: 'reconcile', store: 'memory', ...sizeOf(quick) } as const;
    const { growth, faults, seconds } = await perform(work);
    const ids = bytesPerId * work.count;
    const text = `${megabytes(growth)} with up to ${megabytes(ids)} for ids, in ${seconds.toFixed(0)} s${faultsText(faults)}`;
    return [{ client: 'ours', text, met: growth < mostGrowth + ids && faults === 0 }];
  },
};

function sizeOf(quick: boolean): { readonly count: number; readonly days: number } {
  return quick ? { count: 50_000, days: days / 10 } : { count: 500_000, days };
}

function faultsText(faults: number): string {
  return faults === 0 ? '' : `, ${faults} not delivered exactly once`;
}
