import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('a change of the public types since the last release stands in the changelog', () => {
  const reports = lastRelease() ? git('diff', '--name-only', lastRelease(), '--', 'docs/api/*.api.md') : '';
  const changelog = readFileSync(`${root}/CHANGELOG.md`, 'utf8');
  const [, unreleased = ''] = /^## \[Unreleased\]\n(.*?)(?=^## |(?![\s\S]))/ms.exec(changelog) ?? [];
  const isTold = /^- /m.test(unreleased);
  expect(isTold ? '' : reports, 'Say in CHANGELOG.md, under "Unreleased", what changed in these').toBe('');
});

/** The tag of the last release; nothing before the first, and in a clone without tags. */
function lastRelease(): string {
  return git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n')[0] ?? '';
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
