import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('the changelog mentions a change of the public types since the last release', () => {
  const release = lastRelease();
  const reports = release ? git('diff', '--name-only', release, '--', 'docs/internals/api/*.api.md') : '';
  const [news = ''] = readFileSync(`${root}/CHANGELOG.md`, 'utf8').split(`## [${release?.slice(1)}]`);
  const isDescribed = /^- /m.test(news);
  expect(
    isDescribed ? '' : reports,
    'Describe in CHANGELOG.md, under "Unreleased", what changed in these',
  ).toBe('');
});

/** The tag of the last release before this commit. Absent before the first release, and in a clone without tags. */
function lastRelease(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  } catch {
    return undefined;
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
