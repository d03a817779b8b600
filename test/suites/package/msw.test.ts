import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { unpackInto } from '../../../scripts/pack.js';
import { installedFile } from '../../support/installing/install-packages.js';
import { suite, tarball } from './packed.js';
import { run } from './run.js';

test.each(['msw2.7', 'msw3'])('the package works with %s', async (alias) => {
  const project = new URL(`unpacked-msw/${alias}/`, suite);
  onTestFinished(() => rmSync(project, { recursive: true }));
  // Other packages are found above the project, in the folder of this suite.
  const ours = fileURLToPath(new URL('node_modules/outlet-open-api/', project));
  mkdirSync(ours, { recursive: true });
  unpackInto(ours, fileURLToPath(tarball));
  symlinkSync(installedFile(suite, `${alias}/`), new URL('node_modules/msw', project), 'junction');
  cpSync(new URL('msw/', suite), project, { recursive: true });

  const ending = await run('node_modules/typescript7/bin/tsc', [], project);
  expect(ending).toEqual({ status: 0, output: '' });
  // msw 3 requires Node.js 22.
  const node = fileURLToPath(installedFile(suite, 'node22/bin/node'));
  const printed = execFileSync(node, ['list-channels.mjs'], { cwd: project, encoding: 'utf8' });
  expect(printed).toMatch(/^[1-9]/);
});
