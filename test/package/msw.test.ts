import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { suite } from './packed.js';
import { run } from './run.js';
import { createUserProject, runInProject } from './user-project.js';

/** msw 3 requires Node.js 22. */
const node = 'node@22.23.3';

test.each(['2.7.0', '3.0.5'])('the package works with msw %s', async (version) => {
  const folder = createUserProject(`msw@${version}`, node);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(new URL('msw/list-channels.mts', suite), join(folder, 'list-channels.mts'));
  // The types of msw 2 fail the check themselves.
  const options = ['--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
  const compiler = 'node_modules/typescript/bin/tsc';
  const ending = await run(compiler, [...options, 'list-channels.mts'], pathToFileURL(`${folder}/`));
  expect(ending).toEqual({ status: 0, output: '' });
  expect(runInProject(folder, 'node', ['list-channels.mjs'])).toMatch(/^[1-9]/);
});
