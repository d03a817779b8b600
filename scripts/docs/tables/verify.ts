import type { Need, ScenarioText } from '../../../src/verify/scenario.js';
import { suites } from '../../../src/verify/suites.js';
import { code, tableOf } from '../markdown.js';

type Row = readonly string[];

const needs = {
  restart: `no ${code('attach')}`,
  rotation: `no ${code('attach')}, or ${code('rotateToken')}`,
  severalProcesses: code('severalProcesses'),
  addOutlet: code('addOutlet'),
  rate: code('--rate'),
  webhooks: code('webhookUrl'),
};

const allSuites = Object.values(suites);

/** The scenarios of the command `verify`. A name links to the page that says how to get it right. */
export function scenarios(): string {
  const rowOf = ({ name, guide, needs = [] }: ScenarioText): Row => [
    `[${code(name)}](${guide})`,
    needs.map(needText).join(', '),
  ];
  const rows = joined(allSuites.map(({ scenarios }) => scenarios.map(rowOf)));
  return tableOf(['Scenario', 'Use case', 'Needs'], rows);
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
    useCasesText(of),
    ...others,
  ]);
}

/** Names the use cases, or the one that is missing. */
function useCasesText(titles: readonly string[]): string {
  const missing = allSuites.filter(({ title }) => !titles.includes(title)).map(({ title }) => title);
  if (missing.length === 0) return 'all';
  return missing.length === 1 ? `all but ${missing.join()}` : titles.join(', ');
}
