import { expect, test } from 'vitest';
import { findUnderLoad } from './soak/under-load.js';

// A short pass of `npm run nightly -- emulator`, which also has bounds for times.
test('the emulator responds to all requests of a load, and its memory has a bound', async () => {
  const findings = await findUnderLoad({ seconds: 10, rate: 100 });
  for (const { text } of findings) console.log(text);
  expect(findings.filter(({ isWithinBound, isTime }) => !isWithinBound && !isTime)).toEqual([]);
});
