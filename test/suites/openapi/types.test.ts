import { expect, test } from 'vitest';
import { compileErrors } from '../../support/installing/compile-errors.js';

test('the generated client and its use cases compile', () => {
  expect(compileErrors(new URL('.', import.meta.url))).toBe('');
});
