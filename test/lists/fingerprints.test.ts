import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint } from '../../src/lists/fingerprint.js';
import { Fingerprints } from '../../src/lists/fingerprints.js';
import { bytesInUse } from '../bytes-in-use.js';

const fingerprints = fc.oneof(
  fc.nat(200),
  fc.maxSafeInteger().map(Math.abs),
  // All in one part of the set, and all at one place of it.
  fc.nat(500).map((count) => count * 64),
  fc.nat(500).map((count) => count * 64 * 8 * 9 * 5),
  fc.constantFrom(0, Number.MAX_SAFE_INTEGER),
);

test('it holds what was added, once, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fingerprints, { maxLength: 300 }), fc.array(fingerprints), (added, others) => {
      const set = new Fingerprints();
      const model = new Set<number>();
      for (const each of added) {
        expect(set.add(each)).toBe(!model.has(each));
        model.add(each);
      }
      for (const each of [...added, ...others]) expect(set.has(each)).toBe(model.has(each));
    }),
  );
});

test('a million take at most 17 MB, also while it grows', () => {
  const before = bytesInUse();
  const set = new Fingerprints();
  const growth: number[] = [];
  for (let index = 0; index < 1_000_000; index += 1) {
    set.add(fingerprint(`order-${index}`));
    if (index % 50_000 === 0) growth.push(bytesInUse() - before);
  }
  growth.push(bytesInUse() - before);
  expect(Math.max(...growth)).toBeLessThan(17_000_000);
  expect(set.has(fingerprint('order-999999'))).toBe(true);
  expect(set.has(fingerprint('order-1000000'))).toBe(false);
});
