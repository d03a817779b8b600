// `npm run nightly -- redis`: measures processes that share a key through Redis.
import { parseArgs } from 'node:util';
import { installPackages } from '../../../support/installing/install-packages.js';
import { goFirst } from '../../bench/priority.js';
import { figuresText } from './rates-and-waits.js';
import type { Outcome, Rehearsal } from './run-scenarios.js';
import { failures, type Scenario, works } from './scenarios.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    /** Also prints each request. */
    verbose: { type: 'boolean', default: false },
  },
});

/** All scenarios at the same time would slow each other down. */
const batches: readonly (readonly Rehearsal[])[] = [
  [20, 50, 200].map((roundTrip) => ({ scenario: works, plan: planOf(4, roundTrip) })),
  failures.slice(0, 3).flatMap(withFewAndMany),
  failures.slice(3).flatMap(withFewAndMany),
];

goFirst();
installPackages(new URL('../', import.meta.url));
const { rehearse } = await import('./run-scenarios.js');
for (let run = 1; run <= Number(values.runs); run += 1) {
  console.log(`Run ${run}`);
  for (const batch of batches) {
    const selected = batch.filter(({ scenario }) => scenario.name.includes(values.only));
    for (const outcome of await rehearse(selected)) print(outcome);
  }
}

function withFewAndMany(scenario: Scenario): Rehearsal[] {
  return [2, 4].map((processes) => ({ scenario, plan: planOf(processes, 50) }));
}

function planOf(processes: number, roundTrip: number) {
  return {
    processes,
    network: { roundTrip, jitter: 0.25 },
    skew: Math.round(10_000 * (Math.random() - 0.5)),
  };
}

function print({ scenario, plan, phases, problems, result }: Outcome): void {
  console.log(`${scenario.name}: ${plan.processes} processes, round trip ${plan.network.roundTrip} ms`);
  for (const { name, figures } of phases) console.log(`  ${name}: ${figuresText(figures)}`);
  for (const problem of problems) console.log(`  MISSED: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  if (!values.verbose) return;
  for (const { name, window, counted, accepted, late } of result.log) {
    const status = accepted ? 200 : 429;
    console.log(
      `    ${window} +${Math.round(counted - window)} ms: ${status} ${name}, ${late.toFixed()} ms late`,
    );
  }
}
