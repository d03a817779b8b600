import { expect, test } from 'vitest';
import { run } from './run.js';

test('what compiled with the releases so far compiles still', async () => {
  const ending = await run('node_modules/typescript7/bin/tsc', ['-p', 'type-tests']);
  expect(ending, 'A change that breaks users: see "The public surface" in CONTRIBUTING.md').toEqual({
    status: 0,
    output: '',
  });
});
