import { expect, test } from 'vitest';
import { run } from './run.js';

test('the type tests of earlier releases still compile', async () => {
  const ending = await run('node_modules/typescript7/bin/tsc', ['-p', 'type-tests']);
  expect(ending, 'A change that breaks users: see "Public API" in CONTRIBUTING.md').toEqual({
    status: 0,
    output: '',
  });
});
