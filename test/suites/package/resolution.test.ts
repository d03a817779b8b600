import { expect, test } from 'vitest';
import { run } from './run.js';

const nothing = expect.objectContaining({ status: 0 });

test('every subpath resolves to types of its own kind of module', async () => {
  const files = ['openapi.json', 'postgres.sql'];
  const args = ['../outlet-open-api.tgz', '--exclude-entrypoints', ...files];
  expect(await run('node_modules/@arethetypeswrong/cli/dist/index.js', args)).toEqual(nothing);
});

test('publint has no suggestions', async () => {
  const args = ['run', 'unpacked', '--strict', '--pack', 'false'];
  expect(await run('node_modules/publint/src/cli.js', args)).toEqual(nothing);
});
