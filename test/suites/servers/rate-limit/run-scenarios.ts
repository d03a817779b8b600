import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, figuresOf } from './rates-and-waits.js';
import type { Scenario } from './scenarios.js';
import { Crowd, type CrowdPlan, type CrowdResult } from './worker-processes.js';

/** A scenario, and the processes that play it. */
export interface Rehearsal {
  readonly scenario: Scenario;
  readonly plan: CrowdPlan;
}

/** The outcome of a rehearsal. */
export interface Outcome extends Rehearsal {
  readonly phases: readonly { readonly name: string; readonly figures: Figures }[];
  /** Every target that was missed. */
  readonly problems: readonly string[];
  readonly result: CrowdResult;
}

/** A shorter phase is too short for shares and waits. Seconds. */
const minLength = 10;

/** Interactive calls that wait longer wait behind background calls, of which each process has 20. Milliseconds. */
const maxWait = 5_000;

/** The minimum share of a process in the requests of 10 seconds, relative to an equal share. With 4 processes, it is 15 %. */
const minShare = 0.6;

/** Runs scenarios at the same time, and compares their figures with the targets. They begin when all processes are ready. */
export async function rehearse(rehearsals: readonly Rehearsal[]): Promise<Outcome[]> {
  const ready = [];
  for (const rehearsal of rehearsals) ready.push({ rehearsal, crowd: await Crowd.start(rehearsal.plan) });
  return Promise.all(ready.map(({ rehearsal, crowd }) => perform(rehearsal, crowd)));
}

async function perform({ scenario, plan }: Rehearsal, crowd: Crowd): Promise<Outcome> {
  const spans = [];
  crowd.begin();
  for (const phase of scenario.phases) {
    const from = crowd.time;
    await phase.begin?.(crowd);
    await sleep(phase.seconds * 1_000);
    spans.push({ phase, from, to: crowd.time });
  }
  const result = await crowd.end();
  const measured = spans.map(({ phase, from, to }) => ({ phase, figures: figuresOf(result, from, to) }));
  const problems = measured.flatMap(({ phase: { name, seconds, minRate, maxRejected = 1_000 }, figures }) => [
    ...(figures.rate < minRate ? [`${name}: the rate is ${figures.rate.toFixed(3)}`] : []),
    ...(figures.rejected * 1_000 > maxRejected * figures.requests
      ? [`${name}: ${figures.rejected} 429s`]
      : []),
    ...(seconds >= minLength && figures.minShare < minShare / plan.processes
      ? [`${name}: a process starved`]
      : []),
    ...(seconds >= minLength && figures.waits[2] > maxWait ? [`${name}: an interactive call waited`] : []),
  ]);
  for (const { failures, messages } of result.reports) {
    const warnings = messages.filter((message) => message.includes('cannot use Redis'));
    if (failures.length > 0) problems.push(`${failures.length} calls failed: ${failures[0]}`);
    const { warnings: min, maxWarnings: max = min } = scenario;
    if (warnings.length < min || warnings.length > max)
      problems.push(`${warnings.length} warnings: ${warnings[0]}`);
  }
  const phases = measured.map(({ phase: { name }, figures }) => ({ name, figures }));
  return { scenario, plan, phases, problems, result };
}
