import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sharedChecks } from '../../../src/verify/shared-checks.js';
import { suites } from '../../../src/verify/suites.js';

const root = new URL('../../../', import.meta.url);
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: fileURLToPath(root),
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((page) => existsSync(new URL(page, root)));

test.each(pages)('the links of %s lead to files and headings that exist', (page) => {
  const url = new URL(page, root);
  const targets = Array.from(
    readFileSync(url, 'utf8').matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g),
    ([, to = '']) => to,
  );

  expect(targets.filter((target) => !exists(new URL(target, url)))).toEqual([]);
});

test('the guides of the scenarios and checks of verify exist', () => {
  const texts = Object.values(suites).flatMap(({ scenarios, checks }) => [...scenarios, ...checks]);
  const guides = new Set([...texts, ...sharedChecks].flatMap(({ guide = [] }) => guide));

  expect(guides.size).toBeGreaterThan(20);
  expect([...guides].filter((guide) => !exists(new URL(`docs/guides/${guide}`, root)))).toEqual([]);
});

function exists(target: URL): boolean {
  const heading = decodeURIComponent(target.hash.slice(1));
  target.hash = '';
  if (!existsSync(target)) return false;
  return heading === '' || headingsOf(readFileSync(target, 'utf8')).includes(heading);
}

/** The anchors that GitHub and the site create for the headings of a page. */
function headingsOf(page: string): string[] {
  return Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
