import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEntries } from './packed.js';
import { measureSizes, recordedSizes, type Sizes } from './sizes.js';

const recorded: Sizes = JSON.parse(readFileSync(recordedSizes, 'utf8'));
const measured = await measureSizes();

test.each(Object.entries(measured))('%s: %i bytes, at most 1.03 times the recorded size', (name, size) => {
  const advice = 'If its growth is intended, run `npm run sizes`';
  expect(size, advice).toBeLessThanOrEqual(1.03 * (recorded[name] ?? 0));
});

test('every subpath that a browser can load has a recorded size', () => {
  expect(Object.keys(recorded)).toEqual(Object.keys(measured));
  const names = new Set(Object.keys(recorded).map((name) => name.split(',', 1)[0]));
  const without = readEntries().filter(({ name }) => !names.has(name));
  expect(without.map(({ name }) => name)).toEqual(['emulator']);
});
