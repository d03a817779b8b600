import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A Markdown page and its text. */
export interface Page {
  /** The path below the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Reads all pages that can contain generated tables: README.md, and everything below docs/. */
export function readPages(): Page[] {
  return ['README.md', ...markdownIn('docs')].map((path) => ({ path, text: readText(path) }));
}

/** Reads a file by its path below the root of the repository. */
export function readText(path: string): string {
  return readFileSync(root + path, 'utf8');
}

function markdownIn(folder: string): string[] {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(\.|node_modules$)/.test(entry.name) ? [] : markdownIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** A generated part of a page: its name, and the text between its markers. */
const part = /^<!-- generated: (\S+) -->\n.*?^<!-- \/generated -->$/gms;
const marker = /^<!-- \/?generated\b/gm;

/** Returns the names of the tables on a page. */
export function namesOn({ text }: Page): string[] {
  return Array.from(text.matchAll(part), ([, name = '']) => name);
}

/** Returns the text of a page with its tables replaced. Throws if a marker is wrong or names no table. */
export function withTables(page: Page, tables: ReadonlyMap<string, string>): string {
  const markers = page.text.match(marker) ?? [];
  if (markers.length !== namesOn(page).length * 2) {
    throw new Error(`${page.path}: each <!-- generated: NAME --> needs a <!-- /generated -->`);
  }
  return page.text.replaceAll(part, (_, name: string) => {
    const table = tables.get(name);
    if (table === undefined) {
      throw new Error(
        `${page.path}: no table is called ${name}. The tables are ${[...tables.keys()].join(', ')}`,
      );
    }
    return `<!-- generated: ${name} -->\n\n${table}\n\n<!-- /generated -->`;
  });
}
