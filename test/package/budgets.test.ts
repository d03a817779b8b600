import { expect, test } from 'vitest';
import { readEntries } from './packed.js';
import { run } from './run.js';

interface Reading {
  readonly name: string;
  readonly size: number;
  readonly sizeLimit: number;
}

const { output } = await run('node_modules/size-limit/bin.js', ['--json']);
if (!output.startsWith('[')) throw new Error(output);
const readings: Reading[] = JSON.parse(output);

test.each(readings)('$name: $size of $sizeLimit bytes', ({ size, sizeLimit }) => {
  const advice = 'A bundle exceeds its budget in test/package/.size-limit.mjs';
  expect(size, advice).toBeLessThanOrEqual(sizeLimit);
});

test('every subpath that a browser can load has a budget', () => {
  const names = new Set(readings.map(({ name }) => name.split(/[ ,]/)[0]));
  const without = readEntries().filter(({ name }) => !names.has(name));
  expect(without.map(({ name }) => name)).toEqual(['emulator']);
});
