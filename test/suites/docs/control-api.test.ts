import { expect, test } from 'vitest';
import { controlApi } from '../../../scripts/openapi/control/document.js';
import { emulatorRoutes, outletRoutes } from '../../../src/emulator/contract/index.js';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
}

type Contents = Readonly<Record<string, { readonly example?: unknown }>>;

const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(await controlApi());
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

test('the document has every route of the control API, and the stream of changes', () => {
  const ofOutlets = Object.keys(outletRoutes).map((name) => name.replace(' ', ' /outlets/{outletId}'));
  const expected = [...Object.keys(emulatorRoutes), ...ofOutlets, 'GET /events'];

  expect(operations.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
});

test('no two operations of the control API have the same ID', () => {
  const ids = operations.map(({ operation }) => operation.operationId);

  expect(ids).toEqual([...new Set(ids)]);
});

test('every body in the document of the control API has an example', () => {
  const contents = operations.flatMap(({ name, operation: { requestBody, responses } }) =>
    [requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values(part?.content ?? {}).map(({ example }) => ({ name, example })),
    ),
  );

  expect(contents.length).toBeGreaterThan(operations.length / 2);
  expect(contents.filter(({ example }) => example === undefined)).toEqual([]);
});
