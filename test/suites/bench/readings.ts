import type { Measured } from './bench.js';
import { byClient } from './by-client.js';
import type { ClientName } from './clients/names.js';
import type { Reading } from './row.js';

/** Returns one reading for each client, from all its measurements. */
export function readEach(
  measured: readonly Measured[],
  read: (runs: readonly Measured[], client: ClientName) => Omit<Reading, 'client'>,
): readonly Reading[] {
  return [...byClient(measured)].map(([client, runs]) => ({ client, ...read(runs, client) }));
}
