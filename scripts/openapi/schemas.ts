import * as z from 'zod/v4/core';
import { fullPage } from '../../src/fake/endpoints/pages.js';
import { listGoodsReceipts, listOrders, operations } from '../../src/operations/index.js';
import type { Operation } from '../../src/operations/operation.js';
import { integer, timestamp } from '../../src/schemas/fields.js';
import * as schemas from '../../src/schemas/index.js';
import { bounds, openFields } from './bounds.js';
import { describe } from './descriptions.js';

/** An object of the document. */
export interface JsonObject {
  [key: string]: unknown;
}

/** Refers to a component. */
export function ref(kind: string, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

const registry = z.registry<{ id: string }>();
for (const [name, schema] of Object.entries(schemas)) registry.add(schema, { id: nameOf(name) });

const converted = z.toJSONSchema(registry, {
  io: 'input',
  unrepresentable: 'any',
  uri: (name) => `#/components/schemas/${name}`,
  override: ({ zodSchema, jsonSchema }) => {
    if (zodSchema === integer) jsonSchema.type = 'integer';
    // The client sends a Date as a string.
    const isTime = zodSchema === timestamp || zodSchema._zod.def.type === 'date';
    if (isTime) Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    if (jsonSchema.additionalProperties) jsonSchema.additionalProperties = true;
    if (Object.keys(jsonSchema.properties ?? {}).length === 0) delete jsonSchema.properties;
  },
}).schemas;

for (const bound of Object.keys(bounds)) {
  const [name = '', field = ''] = bound.split('.');
  if (!(field in (converted[name]?.properties ?? {}))) throw new Error(`src/schemas has no field ${bound}`);
}

/** Returns the name of a component: `Order` for `order` or `orderSchema`. */
export function nameOf(schema: string): string {
  return schema.replace(/^./, (first) => first.toUpperCase()).replace(/Schema$/, '');
}

/** Returns the entities of requests and responses. Filters have no component, because they become parameters. */
export function entitySchemas(): JsonObject {
  const filters = operations.flatMap(({ query }) => (query === undefined ? [] : nameOf(query)));
  const names = Object.keys(converted).filter((name) => !filters.includes(name));
  return Object.fromEntries(names.toSorted().map((name) => [name, entitySchema(name)]));
}

function entitySchema(name: string): JsonObject {
  const { $schema, $id, properties = {}, additionalProperties, ...schema } = converted[name] ?? {};
  const present = fieldsOf(name).map(({ field, schema }) => [field, { ...describe(name, field), ...schema }]);
  const absent = Object.entries(properties)
    .filter(([, field]) => isNever(field) && additionalProperties !== false)
    .map(([field]) => ({ properties: { [field]: {} }, required: [field] }));
  return {
    ...describe(name),
    ...schema,
    ...(present.length > 0 && { properties: { ...Object.fromEntries(present), ...openFields[name] } }),
    ...(absent.length > 0 && { not: absent.length === 1 ? absent[0] : { anyOf: absent } }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
}

/** Returns the fields of an entity or filter, without those that must be absent. */
export function fieldsOf(name: string): { field: string; isRequired: boolean; schema: JsonObject }[] {
  const { properties = {}, required = [] } = converted[name] ?? {};
  return Object.entries(properties)
    .filter(([, schema]) => !isNever(schema))
    .map(([field, schema]) => ({
      field,
      isRequired: required.includes(field),
      schema: { ...simplified(schema), ...bounds[`${name}.${field}`] },
    }));
}

function isNever(schema: unknown): boolean {
  return JSON.stringify(schema) === '{"not":{}}';
}

/** Simplifies unions: one of a string and a Date, one of an entry and a list, and one of two types without names. */
function simplified(schema: z.JSONSchema._JSONSchema): JsonObject {
  if (typeof schema === 'boolean') return {};
  const { anyOf, ...rest } = schema;
  const [first, last] = anyOf ?? [];
  if (typeof first !== 'object' || typeof last !== 'object') return rest;
  if (last.format === 'date-time') return { ...rest, ...last };
  if (last.type === 'array') return { ...rest, type: 'array', items: last.items };
  return first.type ? { ...rest, ...first, type: [first.type, last.type] } : { ...rest, anyOf };
}

/** Returns the name of the component that an operation returns. */
export function responseNameOf({ response, responseKind }: Operation): string {
  return `${nameOf(response)}${{ one: '', list: 'List', pages: 'Page' }[responseKind]}`;
}

/** Returns the lists that operations return: pages, and lists without pages. */
export function listSchemas(): JsonObject {
  const lists = operations.filter(({ responseKind }) => responseKind !== 'one');
  return Object.fromEntries(lists.map((operation) => [responseNameOf(operation), listSchema(operation)]));
}

function listSchema({ id, response, responseKind }: Operation): JsonObject {
  const maxItems = maxRecords[id];
  const data = {
    description: 'The records.',
    type: 'array',
    items: ref('schemas', nameOf(response)),
    ...(maxItems && { maxItems }),
  };
  const next = {
    description: 'The `cursor` of the next page. `null` on the last page.',
    type: ['string', 'null'],
  };
  const isPage = responseKind === 'pages';
  return {
    description: isPage ? 'A page of a list.' : 'A list without pages.',
    type: 'object',
    // The last page of orders can be without `next`.
    required: isPage && id !== listOrders.id ? ['data', 'next'] : ['data'],
    properties: isPage ? { data, next } : { data },
    additionalProperties: true,
  };
}

/** The maximum number of records on a page. A page of orders can have orders of two statuses. API specification: Limits › Page size. */
const maxRecords: Readonly<Record<string, number>> = {
  [listOrders.id]: 2 * fullPage,
  [listGoodsReceipts.id]: fullPage,
};
