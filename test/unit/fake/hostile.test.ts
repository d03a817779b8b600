import { createFakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import { expect, it } from 'vitest';

const drawn = (options: FakeOutletOptions) => createFakeOutlet({ empty: true, ...options }).assumptions;
const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

it('is the same for the same seed, and has the defaults without `hostile`', () => {
  expect(drawn({ hostile: true, seed: 7 })).toEqual(drawn({ hostile: true, seed: 7 }));
  expect(drawn({ hostile: true, seed: 7 })).not.toEqual(drawn({ hostile: true, seed: 8 }));
  expect(drawn({ seed: 7 })).toEqual(drawn({}));
});

it('draws two or more values of every assumption, except those that a client must know or the specification states', () => {
  const draws: Record<string, unknown>[] = seeds.map((seed) => ({ ...drawn({ hostile: true, seed }) }));
  const fixed = Object.keys(drawn({})).filter(
    (name) => new Set(draws.map((draw) => JSON.stringify(draw[name]))).size < 2,
  );

  expect(fixed.toSorted()).toEqual(['cursorParam', 'discountField', 'nextField', 'replaysValidationErrors']);
});

it('keeps the options that are passed, and draws the others as without them', () => {
  const own = { wrapper: 'orders', webhookRetries: 0, sparsePages: false };

  expect(drawn({ hostile: true, seed: 7, ...own })).toEqual({ ...drawn({ hostile: true, seed: 7 }), ...own });
});
