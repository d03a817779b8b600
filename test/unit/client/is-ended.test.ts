import { isEnded } from 'outlet-open-api';
import { expect, test } from 'vitest';

test.each([
  ['complete', true],
  ['cancelled', true],
  ['completed', false],
  ['open', false],
  [undefined, false],
])('an order of the status %s has ended: %s', (status, ended) => {
  expect(isEnded({ status })).toBe(ended);
});
