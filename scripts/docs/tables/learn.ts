import { needsWrite } from '../../../src/learn/access-requests.js';
import type { Probe, Reason } from '../../../src/learn/probe.js';
import { assumptionProbes } from '../../../src/learn/probes/index.js';
import { rules } from '../../../src/learn/probes/statements.js';
import { type AssumptionRow, assumptionRows } from '../assumption-rows.js';
import { anyOf, code, tableOf } from '../markdown.js';

const probes = Object.entries<Probe<unknown> | Reason>(assumptionProbes);

/** What the command `learn` can find out about the options of the fake. */
export function learnedOptions(): string {
  const rows = assumptionRows();
  return tableOf(
    ['Option', 'Question', 'Found with', 'The outlet needs'],
    probes.flatMap(([name, probe]) =>
      'notObservable' in probe ? [] : [[code(name), questionOf(rows, name), requestsOf(probe), probe.needs]],
    ),
  );
}

/** The options that the command cannot find out, by the reason. */
export function hiddenOptions(): string {
  const byReason = new Map<string, string[]>();
  for (const [name, probe] of probes) {
    if (!('notObservable' in probe)) continue;
    byReason.set(probe.notObservable, [...(byReason.get(probe.notObservable) ?? []), code(name)]);
  }
  return tableOf(
    ['Reason', 'Options'],
    [...byReason].map(([reason, names]) => [reason, names.join(', ')]),
  );
}

/** The rules of the API specification that the command checks. */
export function checkedStatements(): string {
  return tableOf(
    ['Rule', 'Found with'],
    rules.map((rule) => [rule.name, requestsOf(rule)]),
  );
}

function questionOf(rows: readonly AssumptionRow[], name: string): string {
  const row = rows.find(({ option }) => option.startsWith(`${code(name)}:`));
  if (!row) throw new Error(`docs/reference/assumptions.md has no row for ${name}.`);
  return row.gap.charAt(0).toUpperCase() + row.gap.slice(1);
}

/** Says which requests the alternatives of a probe send. */
function requestsOf(probe: Pick<Probe<unknown>, 'calls'>): string {
  const kinds = probe.calls.map((endpoints) => (needsWrite(endpoints) ? '--write' : 'GET'));
  return anyOf([...new Set(kinds)].map(code));
}
