import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint } from '../../src/lists/fingerprint.js';

test('a fingerprint is a number that a double holds exactly', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => Number.isSafeInteger(fingerprint(text))));
});

test('ids that differ little have different fingerprints', () => {
  const kinds: ((index: number) => string)[] = [
    (index) => `${index}`,
    (index) => `order-${index.toString(36)}-end`,
    (index) => `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
    (index) => '\0'.repeat(index % 100) + String.fromCharCode(index / 100),
  ];
  for (const kind of kinds) {
    const seen = new Set<number>();
    for (let index = 0; index < 100_000; index += 1) seen.add(fingerprint(kind(index)));
    expect(seen.size).toBe(100_000);
  }
});

test('all 53 bits are in use', () => {
  const ones = new Array<number>(53).fill(0);
  for (let index = 0; index < 10_000; index += 1) {
    const bits = fingerprint(`o-${index}`).toString(2).padStart(53, '0');
    for (const [place, bit] of [...bits].entries()) ones[place] = (ones[place] ?? 0) + Number(bit);
  }
  for (const count of ones) expect(Math.abs(count - 5_000)).toBeLessThan(400);
});
