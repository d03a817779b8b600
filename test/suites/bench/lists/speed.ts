import type { Bench, Measured } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import { readEach } from '../readings.js';
import type { Reading, Row } from '../row.js';
import { pageSize } from '../service/orders.js';
import { type List, listCell } from './list-cell.js';

const roundTrips = [50, 200, 400, 800];
/** With responses of 200 ms, one cursor almost uses the limit. Runs differ by 0.04. */
const repetitions = 4;
/** A month of a restaurant that closes overnight and has two rushes a day. */
const list: List = { pages: 150, days: 30, spread: 'opening-hours' };

/** One value for each round trip. */
const bars = [0.98, 0.93, 0.85, 0.75];

export const speed: Row = {
  name: 'walk',
  figure: '150 pages of uneven density, round trip 50 / 200 / 400 / 800 ms: share of the limit, mean of 4',
  bar: `at least ${textOf(bars)} of 5 pages/s, each order once`,
  async measure(bench) {
    return readEach(await bench.measure(cellsFor(bench)), readSpeeds);
  },
};

function cellsFor({ quick }: Bench) {
  const clients: readonly ClientName[] = ['ours', 'p-throttle-and-retry'];
  return clients.flatMap((client) =>
    roundTrips.flatMap((roundTrip) =>
      Array.from({ length: repetitions }, (_, index) => {
        const key = { network: { roundTrip, jitter: 0.2 }, skew: index * 237 };
        // The speed of a peer does not change, so half of the list is enough.
        const giveUpAfter = client === 'ours' ? 120_000 : quick ? 25_000 : 60_000;
        return listCell(client, list, key, { giveUpAfter });
      }),
    ),
  );
}

function readSpeeds(runs: readonly Measured[]): Omit<Reading, 'client'> {
  const means = roundTrips.map((roundTrip) => {
    const speeds = runs.filter(({ key }) => key.network?.roundTrip === roundTrip).map(speedOf);
    return speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
  });
  const lost = runs.reduce((all, { outcome }) => all + outcome.lost, 0);
  const doubled = runs.reduce((all, { outcome }) => all + outcome.doubled, 0);
  const faults = lost + doubled > 0 ? `, ${lost} lost, ${doubled} duplicated` : '';
  return {
    text: `${textOf(means)}${faults}`,
    met: faults === '' && means.every((mean, index) => mean >= (bars[index] ?? 0)),
  };
}

function textOf(shares: readonly number[]): string {
  return shares.map((share) => share.toFixed(2)).join(' / ');
}

/** Counts full pages that one cursor would return. Requests that return nothing new do not count. */
function speedOf({ outcome }: Measured): number {
  const seconds = (outcome.ended - outcome.began) / 1_000;
  return outcome.orders / pageSize / seconds / 5;
}
