import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fingerprints } from '../../src/lists/fingerprints.js';

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

test('it holds thousands that all stand in one part of it', () => {
  const set = new Fingerprints();
  const added = Array.from({ length: 2_000 }, (_, index) => index * 64);
  expect(added.every((each) => set.add(each))).toBe(true);
  expect(added.every((each) => set.has(each) && !set.add(each))).toBe(true);
  expect(added.some((each) => set.has(each + 2_000 * 64) || set.has(each + 1))).toBe(false);
});
