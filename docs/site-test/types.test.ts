import { expect, test } from 'vitest';
import { compileErrors } from '../../test/support/installing/compile-errors.js';
import { docs } from './files.js';

test('the code of the site compiles', () => {
  expect(compileErrors(docs)).toBe('');
});
