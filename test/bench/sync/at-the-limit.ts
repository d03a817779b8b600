import type { Measured } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import { listCell } from '../lists/list-cell.js';
import { speedOf } from '../lists/speed.js';
import type { Row } from '../row.js';

const roundTrips = [50, 200];
/** One run is not enough: if responses take 200 ms, runs of the same list differ by 0.04. */
const runs = 4;
const least = 0.93;
const tolerance = 0.03;

export const atTheLimit: Row = {
  name: 'backfill-at-limit',
  figure: 'backfillOrders over 150 pages, round trip 50 / 200 ms: share of the limit, mean of 4 runs',
  bar: 'at least 0.93 of 5 pages/s, at most 0.03 below `orders.list`, each order once',
  async measure(bench) {
    const clients: readonly ClientName[] = ['ours-backfill', 'ours'];
    const measured = await bench.measure(
      clients.flatMap((client) =>
        roundTrips.flatMap((roundTrip) =>
          Array.from({ length: runs }, (_, index) =>
            listCell(
              client,
              { pages: 150, days: 30 },
              { network: { roundTrip, jitter: 0.2 }, skew: index * 237 },
              { giveUpAfter: 120_000 },
            ),
          ),
        ),
      ),
    );
    const [ours, alone] = [meansOf(measured, 'ours-backfill'), meansOf(measured, 'ours')];
    const faults = measured.reduce((all, { outcome }) => all + outcome.lost + outcome.doubled, 0);
    const met = ours.every((share, index) => share >= least && share >= (alone[index] ?? 0) - tolerance);
    const text = `${textOf(ours)}; \`orders.list\` alone ${textOf(alone)}${faults > 0 ? `, ${faults} lost or duplicated` : ''}`;
    return [{ client: 'ours', text, met: met && faults === 0 }];
  },
};

/** One value for each round trip. */
function meansOf(measured: readonly Measured[], client: ClientName): number[] {
  return roundTrips.map((roundTrip) => {
    const runs = measured.filter((run) => run.client === client && run.key.network?.roundTrip === roundTrip);
    return runs.reduce((sum, run) => sum + speedOf(run), 0) / runs.length;
  });
}

function textOf(shares: readonly number[]): string {
  return shares.map((share) => share.toFixed(2)).join(' / ');
}
