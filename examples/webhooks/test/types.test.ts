import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inExamples } from './receiver.js';

const run = promisify(execFile);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const deno = inExamples('node_modules/.bin/deno');

it.concurrent.each<[string, string, string[]]>([
  ['Node', process.execPath, [tsc, '-p', inExamples('.')]],
  ['Bun', process.execPath, [tsc, '-p', inExamples('bun')]],
  ['Deno', deno, ['check', '--quiet', 'server.ts']],
])(
  'compiles the examples for %s against the types of the packed package',
  async (_, command, args) => {
    const problems = await run(command, args, { cwd: inExamples('deno') }).then(
      () => '',
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    );
    expect(problems).toBe('');
  },
  120_000,
);
