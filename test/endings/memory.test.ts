import { expect, test } from 'vitest';
import { growthOver } from './many-calls.js';

test('thousands of calls leave no memory behind, however they end', async () => {
  // What is compiled late comes to some hundred bytes a call here; one listener that stays, to four thousand.
  expect((await growthOver(2_000, 2_000)) / 2_000).toBeLessThan(1_500);
});
