import { expect, test } from 'vitest';
import { assumptionRows } from '../../../scripts/docs/assumption-rows.js';
import { readText } from '../../../scripts/docs/pages.js';
import { openApi } from '../../../scripts/openapi/document.js';
import { isRecord } from '../../../src/json.js';
import { operations } from '../../../src/operations/index.js';
import { eventNames } from '../../../src/webhooks/parse/event-table.js';

const text = readText('docs/openapi.json');
const parts = objectsIn(JSON.parse(text));

test('docs/openapi.json is up to date', async () => {
  expect(text, 'run `npm run openapi`').toBe(await openApi());
});

test('the OpenAPI document has every operation and event', () => {
  const ids = parts.flatMap(({ operationId }) => operationId ?? []);

  expect(ids.toSorted()).toEqual([...operations.map(({ id }) => id), ...eventNames].toSorted());
});

test('every body in the OpenAPI document has an example, except that of undocumented errors', () => {
  const bodies = parts.flatMap((part) => part['application/json'] ?? []).filter(isRecord);

  expect(bodies.filter((body) => !('example' in body))).toEqual([
    { schema: { $ref: '#/components/schemas/Error' } },
  ]);
});

test('each row of docs/reference/assumptions.md is a reason in the OpenAPI document', () => {
  const marked = parts.filter((part) => 'x-assumed' in part || 'x-assumed-reason' in part);
  const reasons = marked.map((part) => String(part['x-assumed-reason']));
  const gaps = assumptionRows().map(({ gap }) => gap);

  expect(marked.filter((part) => part['x-assumed'] !== true)).toEqual([]);
  expect(gaps.filter((gap) => !reasons.some((reason) => reason.includes(gap)))).toEqual([]);
});

function objectsIn(part: unknown): Record<string, unknown>[] {
  if (Array.isArray(part)) return part.flatMap(objectsIn);
  return isRecord(part) ? [part, ...Object.values(part).flatMap(objectsIn)] : [];
}
