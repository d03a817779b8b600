import fc from 'fast-check';
import * as api from 'outlet-open-api';
import { expect, test } from 'vitest';
import { anyValue } from './given-values.js';
import { questions } from './public-functions.js';

test.each(Object.entries(questions(api)))('%s can be asked of anything', (_, ask) => {
  fc.assert(
    fc.property(anyValue, ({ make }) => {
      expect([false, undefined]).toContain(ask(make()));
    }),
  );
});

test('an error that was forged is told nothing of', () => {
  const forged = new Proxy(new api.OutletError('forged'), {
    has: () => true,
    get: () => expect.fail('looked at'),
    getPrototypeOf: () => api.OutletError.prototype,
  });
  expect(api.originalCauseOf(forged)).toBeUndefined();
});
