import { expect, test } from 'vitest';
import { compileErrors } from '../../support/installing/compile-errors.js';

test('this suite compiles', () => {
  expect(compileErrors(new URL('.', import.meta.url))).toBe('');
});
