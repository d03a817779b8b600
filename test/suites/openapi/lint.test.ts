import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';
import { expect, test } from 'vitest';

/** The paths of the API itself are ambiguous: an order could have the id `reservations`. */
const inherent =
  'no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: `/orders/reservations/{orderId}` and `/orders/{orderId}/action-log`.';

test('the recommended rules of Redocly report only what the API itself violates', async () => {
  expect(await problemsOf('openapi.json')).toEqual([inherent]);
});

test('the recommended rules of Redocly report nothing about the control API', async () => {
  expect(await problemsOf('control-api.json')).toEqual([]);
});

async function problemsOf(document: string): Promise<string[]> {
  const ref = fileURLToPath(new URL(`../../../docs/${document}`, import.meta.url));
  const problems = await lint({ ref, config: await createConfig({ extends: ['recommended'] }) });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}
