import { expect, it } from 'vitest';
import { compileErrors } from '../../support/installing/compile-errors.js';

it('this suite compiles', () => {
  expect(compileErrors(new URL('.', import.meta.url))).toBe('');
});
