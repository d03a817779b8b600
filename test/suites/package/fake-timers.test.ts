import { expect, test } from 'vitest';
import { run } from './run.js';

test('calls end under fake timers, also the first of a process', async () => {
  const { output } = await run('plain-node/fake-timers.mjs');
  expect(output).toContain('12 calls ended');
});
