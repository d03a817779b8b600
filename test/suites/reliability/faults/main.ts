// `npm run nightly -- faults`: a thousand runs over failing sockets, and the outcome of every operation. Then how late calls end, and how
// much memory they leave.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { latenesses } from '../../../unit/endings/lateness.js';
import { growthOver } from '../../memory/many-calls.js';
import { performRuns, warmUp } from './perform-runs.js';
import { planRun } from './plan.js';
import { writePage } from './report/page.js';
import { faultRows, lawRows, operationRows } from './report/rows.js';
import { printed } from './report/terminal.js';
import type { Violation } from './violation.js';

const { values } = parseArgs({
  options: {
    /** The number of runs. */
    runs: { type: 'string', default: '1000' },
    /** The seed of the first run; the others follow. If it is set, only runs are measured. Default: 1. */
    seed: { type: 'string' },
    /** Writes the figures into docs/internals/reliability.md. */
    write: { type: 'boolean', default: false },
  },
});
const [runs, firstSeed] = [Number(values.runs), Number(values.seed ?? 1)];
if (!(Number.isInteger(runs) && runs > 0 && Number.isInteger(firstSeed))) {
  console.error('npm run nightly -- faults [--runs 1000] [--seed 1] [--write]');
  process.exit(1);
}

/** Few enough for a machine with two processors to respond in time. */
const atOnce = 30;

const unhandled: Violation[] = [];
process.on('unhandledRejection', (reason) => unhandled.push({ law: 'unhandled', detail: String(reason) }));

await warmUp();
const begin = performance.now();
const plans = Array.from({ length: runs }, (_, index) => planRun(firstSeed + index));
const reports = await performRuns(plans, { atOnce, observe: tell });
const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
const requests = reports.reduce((total, report) => total + report.requests, 0);

const violations = [...reports.flatMap((report) => report.violations), ...unhandled];
const laws = lawRows(violations);
const figures = [
  `${count(runs)} runs from seed ${firstSeed}: ${count(requests)} requests in ${seconds} s, ${violations.length} violations`,
  // Who repeats a run waits for nothing else.
  ...(values.seed === undefined ? await otherFigures() : []),
  `Node ${process.versions.node}, ${cpus().length} processors, ${new Date().toISOString().slice(0, 10)}`,
];
for (const rows of [faultRows(reports), operationRows(reports), laws]) console.log(printed(rows));
for (const figure of figures) console.log(figure);
if (values.write) writePage('faults', figures, [laws]);
if (violations.length > 0) process.exitCode = 1;

function tell({ seed, violations: found }: (typeof reports)[number]): void {
  for (const { law, detail } of found) {
    console.error(`${law}: ${detail}\n  npm run nightly -- faults --runs 1 --seed ${seed}`);
  }
}

async function otherFigures(): Promise<string[]> {
  const late = (await latenesses(10)).sort((a, b) => a - b);
  const latest = late.at(-1) ?? 0;
  const calls = 100_000;
  const growth = (await growthOver(calls, 10_000)) / calls;
  if (latest > 100 || growth > 100) process.exitCode = 1;
  return [
    `${count(late.length)} calls were ended by a timeout, deadline, abort or \`close()\`. Half of them rejected within ${middle(late).toFixed(1)} ms, all within ${latest.toFixed(0)} ms (target: 100 ms)`,
    `${count(calls)} calls that succeeded, failed or were aborted: ${growth.toFixed(0)} bytes of memory kept per call (target: 100)`,
  ];
}

function middle(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
