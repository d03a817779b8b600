// `npm run test:faults`: a thousand runs over sockets that break, and what became of every operation.
import { parseArgs } from 'node:util';
import { performRuns, warmUp } from './perform-runs.js';
import { planRun } from './plan.js';
import { faultTable, lawTable, operationTable } from './report/tables.js';
import type { Violation } from './violation.js';

const { values } = parseArgs({
  options: {
    /** How many runs. */
    runs: { type: 'string', default: '1000' },
    /** The seed of the first run; the others follow. */
    seed: { type: 'string', default: '1' },
  },
});
const [runs, firstSeed] = [Number(values.runs), Number(values.seed)];
if (!(Number.isInteger(runs) && runs > 0 && Number.isInteger(firstSeed))) {
  console.error('npm run test:faults -- [--runs 1000] [--seed 1]');
  process.exit(1);
}

/** As many as leave a machine of two processors the time to answer. */
const atOnce = 30;

const unhandled: Violation[] = [];
process.on('unhandledRejection', (reason) => unhandled.push({ law: 'unhandled', detail: String(reason) }));

await warmUp();
const begin = performance.now();
const plans = Array.from({ length: runs }, (_, index) => planRun(firstSeed + index));
const reports = await performRuns(plans, { atOnce, observe: tell });
const seconds = ((performance.now() - begin) / 1_000).toFixed(0);

const violations = [...reports.flatMap((report) => report.violations), ...unhandled];
console.log(faultTable(reports));
console.log(operationTable(reports));
console.log(lawTable(violations));
const requests = reports.reduce((total, report) => total + report.requests, 0);
console.log(`${runs} runs from seed ${firstSeed} on, ${requests} requests, ${seconds} s`);
process.exitCode = violations.length === 0 ? 0 : 1;

function tell({ seed, violations: found }: (typeof reports)[number]): void {
  for (const { law, detail } of found) {
    console.error(`${law}: ${detail}\n  npm run test:faults -- --runs 1 --seed ${seed}`);
  }
}
