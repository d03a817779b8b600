import type { Bench, Cell } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import { readEach } from '../readings.js';
import type { Row } from '../row.js';
import { readBursts } from './burst.js';

export const sixtyAtAnEdge: Row = {
  name: 'sixty',
  figure:
    '60 parallel GETs, started 15 ms before a window ends, network 20 ± 15 ms each way, cold client (ideal: 10 s)',
  bar: '0 lost, at most 2 × 429, at most 1.25 × ideal',
  async measure(bench) {
    const all = cells(bench);
    // Peers send all requests at once, which would slow down the service for ours.
    const ours = await bench.measure(all.filter(({ client }) => client === 'ours'));
    const measured = [...ours, ...(await bench.measure(all.filter(({ client }) => client !== 'ours')))];
    return readEach(measured, (runs) => readBursts(runs, { ideal: 10_000, rejected: 2, times: 1.25 }));
  },
};

function cells({ quick }: Bench): Cell[] {
  const clients: readonly ClientName[] = quick
    ? ['ours', 'p-throttle-and-retry']
    : ['ours', 'p-throttle-and-retry', 'octokit'];
  const repetitions = Array.from({ length: quick ? 5 : 10 }, (_, index) => index + 1);
  return clients.flatMap((client) =>
    repetitions.map(
      (seed): Cell => ({
        client,
        key: { network: { roundTrip: 40, jitter: 0.75 }, seed },
        work: { kind: 'burst', calls: 60, phase: 985, giveUpAfter: 25_000 },
      }),
    ),
  );
}
