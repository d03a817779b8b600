import { readFileSync, writeFileSync } from 'node:fs';
import { names } from '../clients/names.js';
import type { MeasuredRow } from '../measure-section.js';
import type { Section } from '../row.js';
import { circumstances } from './circumstances.js';

const page = new URL('../../../../docs/internals/benchmarks.md', import.meta.url);

/** Replaces the results of a section in the page, and keeps the text around them. */
export function writeSection(section: Section, rows: readonly MeasuredRow[], command: string): void {
  const [begin, end] = [
    `<!-- ${section.name}: written by npm run bench -->`,
    `<!-- end of ${section.name} -->`,
  ];
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/internals/benchmarks.md has no place for ${section.name}`);
  const shown = rows.filter(({ row, readings }) => !row.isVariation || isMissed(readings));
  const table = tableOf(shown) + linesBelow(rows.length - shown.length);
  const part = `${begin}\n\n${section.intro}\n\n${table}\n\n${circumstances(command)}\n\n`;
  writeFileSync(page, text.slice(0, from) + part + text.slice(to));
}

function isMissed(readings: MeasuredRow['readings']): boolean {
  return readings.some(({ client, met }) => client === 'ours' && met === false);
}

function linesBelow(hidden: number): string {
  return hidden === 0
    ? ''
    : `\n\n${hidden} variations of these rows also meet their targets, and only the terminal shows them.`;
}

function tableOf(rows: readonly MeasuredRow[]): string {
  const lines = rows.map(({ row, readings }) => {
    const ours = readings.find(({ client }) => client === 'ours');
    const peers = readings.filter(({ client }) => client !== 'ours');
    // The client that does the most is the one to compare with.
    const closest = peers.filter(({ client }) => client === 'p-throttle-and-retry');
    return [
      row.figure,
      row.bar,
      ours?.text ?? '',
      ours?.met === undefined ? '' : ours.met ? 'yes' : '**no**',
      (closest.length > 0 ? closest : peers)
        .map(({ client, text }) => `${names[client]}: ${text}`)
        .join('<br>'),
    ];
  });
  const head = ['Measurement', 'Target', 'Result', 'Met', 'Other clients'];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
