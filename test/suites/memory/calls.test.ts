import { expect, test } from 'vitest';
import { growthOver } from './many-calls.js';

test('thousands of calls leave no memory behind, however they end', async () => {
  // Late compilation costs some hundred bytes per call here. One leaked listener costs four thousand.
  expect((await growthOver(2_000, 2_000)) / 2_000).toBeLessThan(1_500);
});
