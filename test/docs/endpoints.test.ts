import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpointsPage } from '../../scripts/endpoints.js';

test('docs/reference/endpoints.md says what the operations say', () => {
  const page = readFileSync(new URL('../../docs/reference/endpoints.md', import.meta.url), 'utf8');
  expect(page, 'run `npm run docs`').toBe(endpointsPage());
});
