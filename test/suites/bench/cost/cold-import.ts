import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.js';
import type { Row } from '../row.js';
import { median } from './median.js';
import { bench as folder } from './packages.js';
import { ours, peers } from './products.js';

/** Milliseconds of a process that imports a package and ends, minus those of a process that imports nothing. */
type Times = ReadonlyMap<string, number>;

export const coldImport: Row = {
  name: 'import',
  figure: 'Cold import: a process that imports the package and exits, minus a process that imports nothing',
  bar: 'at most that of octokit',
  isHeavy: true,
  async measure(bench) {
    const products = [ours, ...(bench.peers ? peers : [])];
    const times = coldImports(
      bench,
      products.map(({ modules }) => modules),
    );
    const timeOf = (modules: readonly string[]) => times.get(modules.join()) ?? Number.NaN;
    const octokit = products.find(({ client }) => client === 'octokit')?.modules ?? [];
    const bar = times.get(octokit.join()) ?? Number.POSITIVE_INFINITY;
    return products.map(({ client, modules }) => ({
      client,
      text: `${timeOf(modules).toFixed(0)} ms`,
      ...(client === 'ours' && { met: timeOf(modules) <= bar }),
    }));
  },
};

/** Measures all of them in turn, many times, so that other load on the machine affects all of them. */
function coldImports({ quick }: Bench, wanted: readonly (readonly string[])[]): Times {
  const times = new Map(wanted.map((modules): [string, number[]] => [modules.join(), []]));
  for (let round = 0; round < (quick ? 7 : 21); round += 1) {
    const bare = timeOfProcess([]);
    for (const modules of wanted) times.get(modules.join())?.push(timeOfProcess(modules) - bare);
  }
  return new Map([...times].map(([name, each]) => [name, median(each)]));
}

function timeOfProcess(modules: readonly string[]): number {
  const code = modules.map((module) => `import '${module}';`).join('\n');
  const begin = performance.now();
  execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: fileURLToPath(folder),
    stdio: 'ignore',
  });
  return performance.now() - begin;
}
