import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sections } from '../../../test/conformance/sections.js';
import { code, tableOf } from '../markdown.js';
import { type TestedRule, testedRules } from './rules.js';
import { type TaggedTitle, taggedTitles, tagsOf, withoutTags } from './tagged-titles.js';

/** Writes every rule with its tests to a file outside the repository: `npm run docs:conformance`. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const target = join(root, 'docs/internals/.generated/conformance.md');

/** Returns the tagged tests as vitest names them, with the values of `%s` and `$name`. */
function testsOfVitest(): TaggedTitle[] {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const file = join(folder, 'tests.json');
  const { status } = spawnSync('npx', ['vitest', 'list', `--json=${file}`], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('vitest could not list the tests');
  const listed: { readonly name: string; readonly file: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
  // Tests that also run with a hostile fake are listed twice.
  const unique = new Map(listed.map((test) => [`${test.file} ${test.name}`, test]));
  return Array.from(unique.values(), ({ name, file: path }) => ({
    file: relative(join(root, 'test'), path).replaceAll('\\', '/'),
    title: withoutTags(name),
    tags: tagsOf(name),
  }));
}

/** How many tests of a rule are listed. Tests of all fields check many rules. */
const maxTests = 8;

function rowOf({ id, rule, reason, tests }: TestedRule): string[] {
  const links = tests
    .slice(0, maxTests)
    .map(({ file, title }) => `[${file}](../../../test/${file}): ${escaped(title)}`);
  const others = tests.length - links.length;
  const cell = [...links, ...(others > 0 ? [`and ${others} more`] : [])].join('<br>');
  return [code(id), rule, reason === undefined ? cell : `None: ${reason}`];
}

/** Escapes characters of a title that Markdown would interpret. */
function escaped(title: string): string {
  return title.replaceAll(/[\\|<>*_`[\]$]/g, '\\$&');
}

const typeTests = taggedTitles().filter(({ file }) => file.endsWith('.test-d.ts'));
const titles = [...testsOfVitest(), ...typeTests].toSorted((one, other) =>
  one.file.localeCompare(other.file),
);
const tables = sections.map((section) => {
  const rows = testedRules(section, titles).map(rowOf);
  return `## ${section.title}\n\n${tableOf(['ID', 'Rule', 'Tests'], rows)}\n`;
});

mkdirSync(join(target, '..'), { recursive: true });
writeFileSync(target, ['# Rules of the specification\n', ...tables].join('\n'));
console.log(`Wrote ${relative(root, target)}`);
