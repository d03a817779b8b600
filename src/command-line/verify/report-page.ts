import type { ScenarioResult } from '../../verify/run.js';
import type { CheckResult, FailedCheck } from '../../verify/run-scenario.js';
import { type TimelineLine, timeText } from '../../verify/timeline.js';
import { failureText } from './failure-text.js';
import { escaped } from './junit-report.js';
import type { Report, SeedRun } from './report.js';

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { border-bottom: 1px solid #d5dae1; padding: .3rem .6rem; text-align: left; vertical-align: top; }
code, .timeline td { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
.timeline td:first-child { white-space: nowrap; width: 7rem; } .timeline .output { width: 38%; background: #f4f6f8; }
.suite { color: #0b4f9c; } .passed { color: #14702c; } .failed { color: #b3261e; } .warning, .incomplete { color: #8a5a00; } .skipped { color: #5c6672; }
section { border-left: 4px solid #b3261e; padding: 0 1rem; margin: 1.5rem 0; } section.mild { border-color: #8a5a00; }
@media (max-width: 45rem) {
  section { padding-right: 0; }
  table:not(.timeline) { display: block; overflow-x: auto; } td:first-child code { overflow-wrap: normal; }
  .timeline tr:first-child { display: none; }
  .timeline tr, .timeline td { display: block; border: 0; } .timeline tr { border-bottom: 1px solid #d5dae1; padding: .3rem 0; }
  .timeline td, .timeline td:first-child, .timeline .output { width: auto; padding: 0 .3rem; } .timeline td:empty { display: none; }
}`;

/** Returns a report as one HTML page, without scripts and other files. */
export function reportPage(report: Report): string {
  const { result, useCase, versions, started, seeds, isStrict, rate, runs, checks, notCovered, error } =
    report;
  const backend = versions.backend === undefined ? 'of unknown version' : `version ${versions.backend}`;
  const failures = runs.flatMap(({ seed, scenarios }) =>
    scenarios.flatMap((scenario) =>
      scenario.checks.flatMap((check) => failureSection(scenario, check, seed)),
    ),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Verification: ${result}</title><style>${style}</style></head><body>
<h1>Verification of ${useCase}: <span class="${result}">${result}</span></h1>
<p>Backend ${escaped(backend)}, verified with outlet-open-api ${versions.package}, which follows release
${versions.specification} of the API specification. Started ${started}, ${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}${isStrict ? ', strict' : ''}${rate === undefined ? '' : `, ${rate} orders a minute`}.</p>
${error === undefined ? '' : `<p class="failed"><strong>The command ended early:</strong> ${escaped(error)}</p>`}
${failures.length > 0 ? `<h2>What to change</h2>${failures.join('\n')}` : ''}
<h2>Scenarios</h2>
<table><tr><th>Scenario</th><th>Why it matters</th>${seeds.map((seed) => `<th>Seed ${seed}</th>`).join('')}</tr>
${scenarioRows(runs)}</table>
<h2>Checks</h2>
<table><tr><th>Check</th><th>What must be true</th><th>API specification</th><th>Looked at</th><th>Failures</th></tr>
${checks
  .map(
    ({ check, text, rule, count, failures }) =>
      `<tr><td><code>${check}</code></td><td>${escaped(text)}</td><td>${escaped(rule)}</td><td>${count}</td><td class="${failures > 0 ? 'failed' : ''}">${failures}</td></tr>`,
  )
  .join('\n')}</table>
<h2>Not covered</h2>
<ul>${notCovered.map((one) => `<li>${escaped(one)}</li>`).join('\n')}</ul>
<h2>Assumptions</h2>
<p>What the API specification leaves open, as the emulator decided it.</p>
${runs.map(assumptionsOf).join('\n')}
</body></html>
`;
}

function scenarioRows(runs: readonly SeedRun[]): string {
  const names = new Map(
    runs.flatMap(({ scenarios }) => scenarios.map((one) => [one.name, one.why] as const)),
  );
  return [...names]
    .map(([name, why]) => {
      const cells = runs.map(({ scenarios }) => resultCell(scenarios.find((one) => one.name === name)));
      return `<tr><td><code>${name}</code></td><td>${escaped(why)}</td>${cells.join('')}</tr>`;
    })
    .join('\n');
}

/** @param scenario - `undefined` if the command ended before it */
function resultCell(scenario: ScenarioResult | undefined): string {
  if (!scenario) return '<td></td>';
  const { result, reason, seconds, checks } = scenario;
  const figures = checks.flatMap(({ figure = [] }) => figure);
  const time = `${result} ${seconds.toFixed(1)} s`.replaceAll(' ', '\u00A0');
  const text = reason === undefined ? [time, ...figures].join(': ') : `${result}: ${reason}`;
  return `<td class="${result}">${escaped(text)}</td>`;
}

function failureSection(
  { name, why }: ScenarioResult,
  { check, failures }: CheckResult,
  seed: number,
): string[] {
  const [first] = failures;
  if (!first) return [];
  const { text, rule, advice, isWarning } = first;
  return [
    `<section class="${isWarning ? 'mild' : ''}"><h3><code>${check}</code> in <code>${name}</code>, seed ${seed}</h3>
<p>${escaped(text)} <em>API specification: ${escaped(rule)}</em></p>
<ul>${failures.map((one) => `<li>${escaped(failureText(one))}</li>`).join('\n')}</ul>
<p><strong>What to do:</strong> ${escaped(advice)}</p><p>Why it matters: ${escaped(why)}</p>
${timelineTable(first)}</section>`,
  ];
}

/** What happened is on the left, and what the backend printed on the right, if it printed something. */
function timelineTable({ subject, timeline }: FailedCheck): string {
  if (timeline.length === 0) return '';
  const hasOutput = timeline.some(({ by }) => by === 'output');
  const row = ({ at, by, text }: TimelineLine) => {
    const cells =
      by === 'output'
        ? `<td></td><td class="output">${escaped(text)}</td>`
        : `<td class="${by}">${escaped(text)}</td>${hasOutput ? '<td class="output"></td>' : ''}`;
    return `<tr><td>${timeText(at)}</td>${cells}</tr>`;
  };
  return `<details open><summary>What happened to ${escaped(subject)}</summary>
<table class="timeline"><tr><th></th><th>Requests, webhooks, and <span class="suite">what the command did</span></th>${hasOutput ? '<th>Output of the backend</th>' : ''}</tr>
${timeline.map(row).join('\n')}</table></details>`;
}

function assumptionsOf({ seed, assumptions }: SeedRun): string {
  return Object.entries(assumptions)
    .map(([name, values]) => {
      const rows = Object.entries(values).map(
        ([key, value]) =>
          `<tr><td><code>${key}</code></td><td><code>${escaped(JSON.stringify(value) ?? '')}</code></td></tr>`,
      );
      return `<details><summary>Seed ${seed}, ${name}</summary><table>${rows.join('')}</table></details>`;
    })
    .join('\n');
}
