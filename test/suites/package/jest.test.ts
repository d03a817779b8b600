import { expect, test } from 'vitest';
import { run } from './run.js';

test('the package works under Jest, which requires it without flags', async () => {
  const ending = await run('node_modules/jest/bin/jest.js', ['--config', 'jest/jest.config.cjs', '--ci']);
  expect(ending, ending.output).toMatchObject({ status: 0 });
});
