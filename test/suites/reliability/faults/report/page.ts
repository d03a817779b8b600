import { readFileSync, writeFileSync } from 'node:fs';
import type { Rows } from './rows.js';

const page = new URL('../../../../../docs/internals/reliability.md', import.meta.url);
const end = '<!-- end of what is written -->';

/** Replaces the figures of a section of `npm run nightly` in docs/internals/reliability.md, and keeps the text around them. */
export function writePage(section: string, figures: readonly string[], tables: readonly Rows[]): void {
  const begin = `<!-- written by npm run nightly -- ${section} --write -->`;
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < from) throw new Error('docs/internals/reliability.md has no place for figures');
  const list = figures.map((figure) => `- ${figure}`).join('\n');
  const parts = [begin, list, ...tables.map(asMarkdown), ''].join('\n\n');
  writeFileSync(page, text.slice(0, from) + parts + text.slice(to));
}

function asMarkdown({ head, rows }: Rows): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
