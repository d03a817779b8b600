import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { isRecord } from '../../../../src/json.js';
import { fieldsAt, pointerTo } from '../../../support/documented/document.js';
import { checkOf } from '../../../support/documented/violations.js';
import { type GeneratedRequest, operations, parametersOf } from './requests.js';
import { send } from './send.js';

type Fields = Readonly<Record<string, unknown>>;

const keywords = ['minimum', 'minItems', 'minLength', 'pattern', 'additionalProperties'] as const;

/** A keyword of a schema, and the part of a request that it applies to. */
interface Bound {
  readonly keyword: (typeof keywords)[number];
  readonly schema: Fields;
  readonly path: readonly string[];
}

/** Changes a value so that it violates a keyword. */
const breaks: Readonly<Record<Bound['keyword'], (value: unknown, schema: Fields) => unknown>> = {
  minimum: (_, { minimum }) => Number(minimum) - 1,
  minItems: (value, { minItems }) => [value].flat().slice(0, Number(minItems) - 1),
  minLength: (value, { minLength }) => String(value).slice(0, Number(minLength) - 1),
  pattern: (value) => `x${value}`,
  additionalProperties: (value) => (isRecord(value) ? { ...value, other: 1 } : value),
};

/** Bodies that the examples of the document do not cover. */
const moreBodies: Readonly<Record<string, readonly unknown[]>> = {
  'PUT /orders/reservations/{orderId}': [
    { status: 'cancelled' },
    { partnerReservationInfo: { phoneNumber: '+12025550143' } },
  ],
};

const bounds = operations.flatMap((operation) => {
  const properties = {
    query: { properties: parametersAs('schema', operation.pointer, 'query') },
    header: { properties: parametersAs('schema', operation.pointer, 'header') },
    body: fieldsAt(`${contentOf(operation.pointer)}/schema`),
  };
  return boundsIn({ properties }).map((bound) => ({ ...operation, ...bound, field: bound.path.join('.') }));
});

test('the document has bounds of queries, headers and bodies', () => {
  expect(new Set(bounds.map(({ path }) => path[0]))).toEqual(new Set(['query', 'header', 'body']));
});

test.each(bounds)('the fake rejects what violates $keyword of $name, $field', async (bound) => {
  const [valid, invalid] = requestsOf(bound.name, bound.pointer, bound);

  expect(await send(createFakeOutlet(), bound.name, valid)).toBeLessThan(300);
  expect(await send(createFakeOutlet(), bound.name, invalid)).toBe(400);
});

/** Returns the bounds of a schema, and of those that it refers to. */
function boundsIn(schema: Fields, path: readonly string[] = []): Bound[] {
  const { $ref, anyOf, properties, items } = schema;
  const fields = Object.entries(isRecord(properties) ? properties : {});
  return [
    ...keywords
      .filter((keyword) => keyword in schema && schema[keyword] !== true)
      .map((keyword) => ({ keyword, schema, path })),
    ...(typeof $ref === 'string' ? boundsIn(fieldsAt($ref), path) : []),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((option) => boundsIn(option, path)) : []),
    ...fields.flatMap(([name, field]) => (isRecord(field) ? boundsIn(field, [...path, name]) : [])),
    ...(isRecord(items) ? boundsIn(items, [...path, '0']) : []),
  ];
}

/** Returns a request that the document allows, and one that violates a bound. */
function requestsOf(operation: string, pointer: string, bound: Bound): [GeneratedRequest, GeneratedRequest] {
  const query = parametersAs('example', pointer, 'query');
  const header = parametersAs('example', pointer, 'header');
  for (const body of [fieldsAt(contentOf(pointer)).example, ...(moreBodies[operation] ?? [])]) {
    const valid: GeneratedRequest = { unknownOrder: undefined, query, header, body };
    const invalid = violating(valid, bound);
    if (invalid && !isAllowed(invalid, pointer, bound)) return [valid, invalid];
  }
  throw new Error(`No body of ${operation} has a value at ${bound.path.join('.')}. Add one to moreBodies.`);
}

/** Returns a copy of a request with a value that violates a bound; `undefined` if the request has no value there. */
function violating(
  request: GeneratedRequest,
  { keyword, schema, path }: Bound,
): GeneratedRequest | undefined {
  const copy = structuredClone(request);
  const name = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce<unknown>(partOf, copy);
  const value = partOf(holder, name);
  if (typeof holder !== 'object' || holder === null || value === undefined) return undefined;
  Reflect.set(holder, name, breaks[keyword](value, schema));
  return copy;
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Returns whether another schema of a union allows the body. */
function isAllowed({ body }: GeneratedRequest, pointer: string, { path }: Bound): boolean {
  return path[0] === 'body' && checkOf(pointerTo(contentOf(pointer), 'schema'))(body);
}

function contentOf(pointer: string): string {
  return pointerTo(pointer, 'requestBody', 'content', 'application/json');
}

/** Returns the schemas or examples of parameters, by their names. */
function parametersAs(part: 'schema' | 'example', pointer: string, place: 'query' | 'header'): Fields {
  const found = parametersOf(pointer, place).filter((parameter) => part in parameter);
  return Object.fromEntries(found.map((parameter) => [parameter.name, parameter[part]]));
}
