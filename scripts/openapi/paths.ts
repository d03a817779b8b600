import { operations } from '../../src/operations/index.js';
import { maxRangeDays, type Operation } from '../../src/operations/operation.js';
import { operationTexts } from '../docs/tables/operation-texts.js';
import { describe } from './descriptions.js';
import type { Example, Examples } from './examples.js';
import { errorsOf, headersOf } from './responses.js';
import { fieldsOf, type JsonObject, nameOf, ref, responseNameOf } from './schemas.js';

/** Returns the parameters of several operations. */
export function parameters(examples: Examples['operations']): JsonObject {
  return {
    Cursor: {
      name: 'cursor',
      in: 'query',
      description: 'The `next` of the page before. Default: the first page.',
      schema: { type: 'string' },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'A UUID v4 for each logical operation. A POST with the same key and body within 24 hours returns the first response.',
      schema: {
        type: 'string',
        format: 'uuid',
        pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$',
      },
      example: '5e3f6a2c-1d4b-4c8e-9f7a-2b6c8d0e1f3a',
    },
    OrderId: {
      name: 'orderId',
      in: 'path',
      required: true,
      description: 'The id of the order.',
      schema: { type: 'string', minLength: 1 },
      example: examples.get('orders.get')?.orderId,
    },
  };
}

/** Returns all endpoints. */
export function paths(examples: Examples['operations']): JsonObject {
  const found: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const { id, method, path } = operation;
    found[path] = { ...found[path], [method.toLowerCase()]: operationOf(operation, examples.get(id)) };
  }
  return found;
}

function operationOf(operation: Operation, example: Example | undefined): JsonObject {
  const { id, method, path, body, responseKind } = operation;
  const { summary, description, since } = operationTexts[id] ?? {};
  const parameters = [
    ...(path.includes('{orderId}') ? [ref('parameters', 'OrderId')] : []),
    ...filtersOf(operation, example),
    ...(responseKind === 'pages' ? [ref('parameters', 'Cursor')] : []),
    ...(method === 'POST' ? [ref('parameters', 'IdempotencyKey')] : []),
  ];
  return {
    operationId: id,
    tags: [tagOf(operation)],
    summary,
    ...(description && { description }),
    ...(since && { 'x-since': since }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(nameOf(body), example?.body) } }),
    responses: {
      [method === 'POST' ? 201 : 200]: {
        description: { one: 'Success.', list: 'The whole list.', pages: 'One page.' }[responseKind],
        headers: headersOf({ canBeReplay: method === 'POST' }),
        content: json(responseNameOf(operation), example?.response),
      },
      ...errorsOf(errorStatuses(operation)),
    },
  };
}

/** Returns the tag of an operation: `Action logs` for `actionLogs.list`. */
function tagOf({ id }: Operation): string {
  const [resource = ''] = id.split('.');
  return resource
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (first) => first.toUpperCase());
}

function json(schema: string, example: JsonObject | undefined): JsonObject {
  return { 'application/json': { schema: ref('schemas', schema), ...(example && { example }) } };
}

/** API specification: Errors. */
function errorStatuses({ id, method, path, query, body }: Operation): string[] {
  const isPossible = {
    400: query !== undefined || body !== undefined,
    401: true,
    403: id === 'goodsReceipts.list',
    404: method === 'GET' && path.includes('{orderId}'),
    409: method === 'POST',
    413: id === 'baseMenus.create',
    429: true,
    500: true,
  };
  return Object.entries(isPossible).flatMap(([status, holds]) => (holds ? status : []));
}

function filtersOf({ query, range }: Operation, example: Example | undefined): JsonObject[] {
  if (query === undefined) return [];
  return fieldsOf(nameOf(query)).map(({ field, isRequired, schema }) => {
    const { description } = describe(nameOf(query), field);
    // The client can fill in the end of a range, the API cannot.
    const isEnd = range !== undefined && field === 'to';
    const limit = isEnd ? ` At most ${maxRangeDays} days after \`from\`.` : '';
    const value = example?.query?.[field];
    const isList = schema.type === 'array';
    return {
      name: field,
      in: 'query',
      ...((isRequired || isEnd) && { required: true }),
      description: `${description}${limit}`,
      ...(isList && { style: 'form', explode: false }),
      schema,
      ...(value && { example: isList ? value.split(',') : value }),
    };
  });
}
