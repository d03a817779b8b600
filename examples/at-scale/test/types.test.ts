import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('compiles against the types of the packed package', () => {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});
