import { Child } from '../cost/child.js';
import { median } from '../cost/median.js';
import type { Row } from '../row.js';

/** Keys in the pool, and how many of them always have waiting calls. */
const fleets = [
  [100, 100],
  [1, 1],
  [10_000, 100],
  [1_000, 1_000],
  [10_000, 10_000],
] as const;

export const costPerCall: Row = {
  name: 'cost-per-call',
  figure:
    'Processor time of a call without a network, relative to 100 busy keys, at 1,000 calls/s in total: keys (busy keys)',
  bar: 'no target',
  isHeavy: true,
  async measure({ quick }) {
    const costs = new Map(fleets.map((fleet) => [fleet, [] as number[]]));
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      for (const [fleet, all] of costs) all.push(await costOf(fleet));
    }
    const [base = Number.NaN] = Array.from(costs.values(), median);
    const texts = Array.from(costs, ([[keys, busy], all]) => {
      return `${keys} (${busy}): ${(median(all) / base).toFixed(2)} ×`;
    });
    return [{ client: 'ours', text: `${texts.join(', ')}; 100 keys ${base.toFixed(0)} µs` }];
  },
};

async function costOf(fleet: readonly number[]): Promise<number> {
  const caller = new Child('fleet/caller', fleet.map(String));
  const cost = await caller.next<number>();
  caller.stop();
  return cost;
}
