import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inExamples } from './receiver.js';

const run = promisify(execFile);

it('compiles the examples and their tests under the strict settings of this folder', async () => {
  const tsc = inExamples('node_modules/typescript/bin/tsc');
  const problems = await run(process.execPath, [tsc], { cwd: inExamples('.') }).then(
    () => '',
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
  expect(problems).toBe('');
}, 120_000);
