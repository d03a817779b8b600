import { expect, test } from 'vitest';
import { findTimeToOpen } from './soak/many-orders.js';
import { findStartTime } from './soak/start-time.js';
import { findUnderLoad } from './soak/under-load.js';

// A short pass of `npm run soak -- emulator`.
test.sequential.each([
  ['starts in time', findStartTime],
  ['holds 200 requests a second', () => findUnderLoad({ seconds: 10, rate: 200 })],
  ['opens a board of 50,000 orders in time', () => findTimeToOpen(50_000)],
])('the emulator %s', async (_, find) => {
  const findings = await find();
  for (const { text } of findings) console.log(text);
  expect(findings.filter(({ isWithinBound }) => !isWithinBound)).toEqual([]);
});
