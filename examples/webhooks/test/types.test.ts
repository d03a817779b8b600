import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { inExamples } from './receiver.js';

it('compiles against the types of the packed package', () => {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', inExamples('.')], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
