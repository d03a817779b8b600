import type { Cell } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import { readEach } from '../readings.js';
import type { Row } from '../row.js';
import { readBursts } from './burst.js';

const peers: readonly ClientName[] = ['octokit', 'p-throttle-and-retry', 'stripe', 'openai', 'ky'];
const quickPeers: readonly ClientName[] = ['octokit', 'stripe', 'ky'];

export const thirtyAtOnce: Row = {
  name: 'thirty',
  figure: '30 parallel GETs, defaults, cold client, worst phase of the window (ideal: 6 s)',
  bar: '0 lost, at most one 429 in five bursts, at most 1.2 × ideal',
  async measure(bench) {
    const phases = bench.quick ? [0, 500, 900] : [0, 100, 200, 300, 400, 500, 600, 700, 800, 900];
    const roundTrips = bench.quick ? [40] : [20, 40, 100];
    const ours = roundTrips.flatMap((roundTrip) => phases.map((phase) => cell('ours', phase, roundTrip)));
    const others = (bench.quick ? quickPeers : peers).flatMap((peer, index) =>
      [0, 500, 900].map((phase) => cell(peer, phase, 40, index)),
    );
    // Peers send all requests at once, which would slow down the service for ours.
    const measured = [...(await bench.measure(ours)), ...(await bench.measure(others))];
    return readEach(measured, (runs) => readBursts(runs, { ideal: 6_000, rejected: 0.2, times: 1.2 }));
  },
};

/** Cells have different clocks, so that they do not reach the same phase at the same time. */
function cell(client: ClientName, phase: number, roundTrip: number, place = 0): Cell {
  return {
    client,
    key: { network: { roundTrip, jitter: 0.2 }, seed: phase + roundTrip, skew: roundTrip + place * 37 },
    work: { kind: 'burst', calls: 30, phase, giveUpAfter: 20_000 },
  };
}
