// `npm run nightly -- crash` kills a program that copies orders and goods receipts at random moments, and starts it again until its copy is
// complete. Then it compares the copy with the outlets.
import { rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from '../../../support/running/bundled.js';
import { writePage } from '../faults/report/page.js';
import { printed } from '../faults/report/terminal.js';
import { planRun } from './plan.js';
import { lawRows, momentRows, runRows } from './rows.js';
import { performRun, type RunReport } from './run.js';

const { values } = parseArgs({
  options: {
    /** How many runs, of 5 kills each. */
    runs: { type: 'string', default: '12' },
    /** The seed of the first run; the others follow. */
    seed: { type: 'string', default: '1' },
    /** Writes the figures into docs/internals/reliability.md. */
    write: { type: 'boolean', default: false },
  },
});
const [runs, firstSeed] = [Number(values.runs), Number(values.seed)];
if (!(Number.isInteger(runs) && runs > 0 && Number.isInteger(firstSeed))) {
  console.error('npm run nightly -- crash [--runs 12] [--seed 1] [--write]');
  process.exit(1);
}

const program = await bundled(new URL('program/main.ts', import.meta.url));
const begin = performance.now();
const reports: RunReport[] = [];
const ahead = Array.from({ length: runs }, (_, index) => planRun(firstSeed + index)).values();
await Promise.all([performAll(), performAll()]);
const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
await rm(dirname(program), { recursive: true });

const tables = [runRows(reports), lawRows(reports)];
const total = reports.reduce((sum, report) => sum + report.total, 0n);
const isBroken = reports.some(({ violations }) => violations.length > 0);
const figures = [
  `${runs} runs from seed ${firstSeed} in ${seconds} s`,
  `total of the completed goods receipts: ${(Number(total) / 100).toLocaleString('en')} delivered, ${isBroken ? 'and' : 'and the same'} at the outlets`,
  `Node ${process.versions.node}, ${cpus().length} processors, ${new Date().toISOString().slice(0, 10)}`,
];
for (const rows of [momentRows(reports), ...tables.toReversed()]) console.log(printed(rows));
for (const figure of figures) console.log(figure);
if (values.write) writePage('crash', figures, tables);
if (isBroken) process.exitCode = 1;

async function performAll(): Promise<void> {
  for (const plan of ahead) {
    const report = await performRun(plan, program);
    reports.push(report);
    for (const { law, detail } of report.violations) {
      console.error(`${law}: ${detail}\n  npm run nightly -- crash --runs 1 --seed ${plan.seed}`);
    }
  }
}
