import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { controlApi } from '../../../scripts/openapi/control/document.js';

/** The paths of the API itself are ambiguous: an order could have the id `reservations`. */
const inherent =
  'no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: `/orders/reservations/{orderId}` and `/orders/{orderId}/action-log`.';

test('the recommended rules of Redocly report only what the API itself violates', async () => {
  const source = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  expect(await problemsOf(source)).toEqual([inherent]);
});

test('the recommended rules of Redocly report nothing about the control API', async () => {
  expect(await problemsOf(await controlApi())).toEqual([]);
});

async function problemsOf(source: string): Promise<string[]> {
  const problems = await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}
