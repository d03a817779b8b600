import { expect, test } from 'vitest';
import { run } from './run.js';

const nothing = expect.objectContaining({ status: 0 });

test('every subpath resolves to types of its own kind of module', async () => {
  const args = ['outlet-open-api.tgz', '--profile', 'node16', '--exclude-entrypoints', 'postgres.sql'];
  expect(await run('node_modules/@arethetypeswrong/cli/dist/index.js', args)).toEqual(nothing);
});

test('publint has no suggestions', async () => {
  const args = ['run', 'unpacked', '--strict', '--pack', 'false'];
  expect(await run('node_modules/publint/src/cli.js', args)).toEqual(nothing);
});
