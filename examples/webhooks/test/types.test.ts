import { expect, it } from 'vitest';
import { compileErrors } from '../../../test/support/installing/compile-errors.js';

it('compiles the examples and their tests under the strict settings of this folder', () => {
  expect(compileErrors(new URL('..', import.meta.url))).toBe('');
});
