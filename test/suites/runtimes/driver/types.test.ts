import { expect, it } from 'vitest';
import { compileErrors } from '../../../support/installing/compile-errors.js';

it('the cases compile with the types of the packed package', () => {
  expect(compileErrors(new URL('..', import.meta.url))).toBe('');
});
