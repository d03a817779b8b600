import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ClientName } from '../clients/names.js';
import type { Row } from '../row.js';
import { median } from './median.js';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const peers: readonly ClientName[] = ['openai', 'stripe', 'octokit'];
const quickPeers: readonly ClientName[] = ['openai'];

export const typeCheck: Row = {
  name: 'types',
  figure: 'Type check of a 10-line consumer, relative to one of plain `fetch`; instantiations',
  bar: 'at most 1.25 × the time, under 2,000 instantiations',
  isHeavy: true,
  async measure(bench) {
    const clients: readonly ClientName[] = [
      'ours',
      ...(bench.peers ? (bench.quick ? quickPeers : peers) : []),
    ];
    const ratios = new Map<ClientName, number[]>(clients.map((client) => [client, []]));
    const instantiations = new Map<ClientName, number>();
    for (let round = 0; round < (bench.quick ? 3 : 7); round += 1) {
      const plain = check('fetch');
      for (const client of clients) {
        const checked = check(client);
        ratios.get(client)?.push(checked.seconds / plain.seconds);
        instantiations.set(client, checked.instantiations);
      }
    }
    return clients.map((client) => {
      const ratio = median(ratios.get(client) ?? []);
      const count = instantiations.get(client) ?? Number.NaN;
      return {
        client,
        text: `${ratio.toFixed(2)} ×, ${count}`,
        ...(client === 'ours' && { met: ratio <= 1.25 && count < 2_000 }),
      };
    });
  },
};

/** Reads the diagnostics of the compiler. */
interface Checked {
  readonly seconds: number;
  readonly instantiations: number;
}

function check(consumer: ClientName): Checked {
  const file = fileURLToPath(new URL(`consumers/${consumer}.ts`, import.meta.url));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
  const printed = execFileSync(
    process.execPath,
    [tsc, ...options, '--ignoreConfig', '--extendedDiagnostics', file],
    {
      encoding: 'utf8',
    },
  );
  const numberAfter = (name: string) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(printed)?.[1]);
  return { seconds: numberAfter('Total time'), instantiations: numberAfter('Instantiations') };
}
