import type { JsonObject } from '../schemas.js';
import { ref } from '../schemas.js';
import type { Example, Examples } from './examples.js';
import { parametersOf, schemaOf } from './forms.js';
import { type ControlRoute, controlRoutes, outletPath } from './groups.js';
import { errorsOf } from './responses.js';

/** Returns all routes by their paths and methods. Throws if a route has no example. */
export function paths(examples: Examples['routes']): JsonObject {
  const found: Record<string, JsonObject> = {};
  for (const route of controlRoutes) {
    const example = examples.get(route.name);
    if (!example)
      throw new Error(`Add an example of ${route.name} to scripts/openapi/control/example-calls.ts.`);
    found[route.path] = { ...found[route.path], [route.method.toLowerCase()]: operationOf(route, example) };
  }
  return found;
}

function operationOf(route: ControlRoute, { operationId, id, query, body, result }: Example): JsonObject {
  const parameters = [
    ...(route.path.startsWith(outletPath) ? [ref('parameters', 'OutletId')] : []),
    ...(route.path.includes('{id}') ? [idParameter(route, id)] : []),
    ...(route.query ? parametersOf(route.query, query) : []),
  ];
  return {
    operationId,
    tags: [route.group.tag],
    summary: route.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        // An empty body counts as an empty object.
        required: !route.body.safeParse({}).success,
        content: { 'application/json': { schema: schemaOf(route.body), example: body } },
      },
    }),
    responses: {
      ...(route.result
        ? { 200: { description: 'Success.', content: { 'application/json': { example: result } } } }
        : { 204: { description: 'Success.' } }),
      ...errorsOf(errorStatuses(route)),
    },
  };
}

function idParameter({ group }: ControlRoute, example: string): JsonObject {
  const { id: description } = group;
  return { name: 'id', in: 'path', required: true, description, schema: { type: 'string' }, example };
}

function errorStatuses({ method, path, query, body }: ControlRoute): number[] {
  const isPossible = {
    400: query !== undefined || body !== undefined,
    403: true,
    404: /\{\w+\}/.test(path),
    409: method !== 'GET' || path.includes('/wait-for/'),
  };
  return Object.entries(isPossible).flatMap(([status, holds]) => (holds ? Number(status) : []));
}
