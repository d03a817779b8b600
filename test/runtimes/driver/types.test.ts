import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { here } from './paths.js';

it('the cases compile with the types of the packed package', () => {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', here('.')], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
