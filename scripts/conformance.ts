import type { Rule, Section } from '../test/conformance/rule.js';
import { sections } from '../test/conformance/sections.js';
import { type TaggedTitle, taggedTitles } from './tagged-titles.js';

const heading = `# Conformance

Every sentence and table cell of the specification that states a rule, in our own words, and the tests that hold it. The rules stand in
\`test/conformance/\`; a test names those that it holds at the end of its title, as in \`§idempotency.3\`. This page is written from both
by \`npm run docs\`. What the specification leaves open stands in [assumptions.md](../reference/assumptions.md).

`;

/** The page of all rules. */
export function conformancePage(titles: readonly TaggedTitle[] = taggedTitles()): string {
  const counts = countsOf(sections, titles);
  return [heading, counts, ...sections.map((section) => tableOf(section, titles))].join('');
}

/** What makes the page untrue: rules that are neither tested nor excused, or both, and tags of no rule. */
export function faultsIn(all: readonly Section[], titles: readonly TaggedTitle[]): string[] {
  const rules = all.flatMap((section) => Object.entries(section.rules));
  const ids = rules.map(([id]) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} stands twice`),
    ...rules.flatMap(([id, rule]) => {
      const isTested = holdersOf(id, titles).length > 0;
      if (typeof rule === 'string') return isTested ? [] : [`${id} has neither a test nor a reason`];
      return isTested ? [`${id} is tested, in spite of its reason`] : [];
    }),
    ...titles.flatMap(({ file, tags }) =>
      tags.filter((tag) => !ids.some((id) => names(tag, id))).map((tag) => `${file} names no rule: ${tag}`),
    ),
  ];
}

function names(tag: string, id: string): boolean {
  return tag.endsWith('.*') ? id.startsWith(tag.slice(0, -1)) : tag === id;
}

function holdersOf(id: string, titles: readonly TaggedTitle[]): TaggedTitle[] {
  return titles.filter(({ tags }) => tags.some((tag) => names(tag, id)));
}

function countsOf(all: readonly Section[], titles: readonly TaggedTitle[]): string {
  const ids = all.flatMap(({ rules }) => Object.keys(rules));
  const held = ids.filter((id) => holdersOf(id, titles).length > 0).length;
  return `**${ids.length} rules: ${held} held by tests, ${ids.length - held} by nothing.**\n`;
}

function tableOf({ title, rules }: Section, titles: readonly TaggedTitle[]): string {
  const rows = Object.entries(rules).map(([id, rule]) => rowOf(id, rule, holdersOf(id, titles)));
  return `\n## ${title}\n\n| id | rule | held by |\n|---|---|---|\n${rows.join('')}`;
}

function rowOf(id: string, rule: Rule, holders: readonly TaggedTitle[]): string {
  const [says, nothing] =
    typeof rule === 'string' ? [rule, 'nothing'] : [rule.rule, `nothing: ${rule.reason}`];
  const held = holders.map(({ file, title }) => `[${file}](../../test/${file}): ${asCell(title)}`);
  return `| \`${id}\` | ${says} | ${held.length > 0 ? held.join('<br>') : nothing} |\n`;
}

/** Titles may hold what Markdown would read as its own. */
function asCell(title: string): string {
  return title.replaceAll(/[\\|<>*_`[\]$]/g, '\\$&');
}
