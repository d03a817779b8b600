import type { Cell } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import type { KeyPlan } from '../service/key-plan.js';

/** Round trips in milliseconds. */
const roundTrips = [20, 100, 200, 400];

/** A client that saturates keys with several round trips. */
export function saturatedCells(
  client: ClientName,
  duration: number,
  key: Partial<KeyPlan> = {},
  clients = 1,
): readonly Cell[] {
  return roundTrips.map((roundTrip, index) => ({
    client,
    // Each key begins at another phase of the window.
    key: { network: { roundTrip, jitter: 0.25 }, skew: index * 237, ...key },
    work: { kind: 'saturation', duration, clients },
  }));
}
