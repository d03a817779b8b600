import type { CheckText, Need, ScenarioText } from '../../../src/verify/scenario.js';
import { sharedChecks } from '../../../src/verify/shared-checks.js';
import { suites } from '../../../src/verify/suites.js';
import { code, tableOf } from '../markdown.js';

type Row = readonly string[];

const needs = {
  restart: code('start'),
  rotation: `${code('start')} or ${code('rotateToken')}`,
  severalProcesses: code('severalProcesses'),
  addOutlet: code('addOutlet'),
  rate: code('--rate'),
  webhooks: code('webhookUrl'),
};

const allSuites = Object.values(suites);

/** The scenarios of the command `verify`. A name links to the page that says how to get it right. */
export function scenarios(): string {
  const rowOf = ({ name, guide, why, needs = [] }: ScenarioText): Row => [
    `[${code(name)}](${guide})`,
    why,
    needs.map(needText).join(', '),
  ];
  const rows = joined(allSuites.map(({ scenarios }) => scenarios.map(rowOf)));
  return tableOf(['Scenario', 'Use case', 'Why it matters', 'Needs'], rows);
}

/** What must be true after each scenario. */
export function checks(): string {
  const rowOf = ({ name, text, needs = [] }: CheckText): Row => [
    code(name),
    text,
    needs.map(needText).join(', '),
  ];
  const rows = joined(allSuites.map(({ checks }) => [...checks, ...sharedChecks].map(rowOf)));
  return tableOf(['Check', 'Use case', 'What must be true', 'Needs'], rows);
}

function needText(need: Need): string {
  if (typeof need === 'object') return code('action' in need ? need.action : `state.${need.state}`);
  if (need !== 'catchUp') return needs[need];
  const optional = allSuites.filter(({ actions, catchUp }) => actions[catchUp]?.isOptional);
  return optional.map(({ title, catchUp }) => `${code(catchUp)} with ${title}`).join(', ');
}

/** Joins the rows of all suites, and adds the use cases after the name. Equal rows occur once. */
function joined(ofSuites: readonly (readonly Row[])[]): Row[] {
  const titles = new Map<string, { readonly row: Row; readonly of: string[] }>();
  for (const [index, rows] of ofSuites.entries()) {
    for (const row of rows) {
      const found = titles.get(row.join()) ?? { row, of: [] };
      titles.set(row.join(), found);
      found.of.push(allSuites[index]?.title ?? '');
    }
  }
  return [...titles.values()].map(({ row: [name = '', ...others], of }) => [
    name,
    of.length === allSuites.length ? 'all' : of.join(', '),
    ...others,
  ]);
}
