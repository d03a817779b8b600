import { expect, test } from 'vitest';
import { compileErrors } from '../../../test/support/installing/compile-errors.js';

test('compiles against the types of the packed package', () => {
  expect(compileErrors(new URL('..', import.meta.url))).toBe('');
});
