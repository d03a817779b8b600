import * as fc from 'fast-check';
import { fieldsAt, pointerTo } from '../../../support/documented/document.js';
import { objects, valuesOf } from './values.js';

export interface GeneratedRequest {
  /** The id of an unknown order; `undefined` for one that exists. */
  readonly unknownOrder: string | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** All operations of the document. */
export const operations = Object.keys(fieldsAt('#/paths')).flatMap((path) =>
  Object.keys(fieldsAt(pointerTo('#/paths', path))).map((method) => ({
    name: `${method.toUpperCase()} ${path}`,
    pointer: pointerTo('#/paths', path, method),
  })),
);

/** Returns requests of an operation: valid ones, and ones with mistakes. */
export function requestsOf(operation: string): fc.Arbitrary<GeneratedRequest> {
  return fc.boolean().chain((mistakes) => {
    const body = pointerTo(operation, 'requestBody', 'content', 'application/json', 'schema');
    const hasBody = 'requestBody' in fieldsAt(operation);
    return fc.record({
      unknownOrder: mistakes
        ? fc.option(fc.string({ minLength: 1 }), { nil: undefined })
        : fc.constant(undefined),
      query: parametersIn(operation, 'query', mistakes),
      header: parametersIn(operation, 'header', mistakes),
      body: hasBody ? valuesOf(fieldsAt(body), { mistakes }) : fc.constant(undefined),
    });
  });
}

/** Returns the parameters of an operation in its queries or headers. */
export function parametersOf(operation: string, place: 'query' | 'header') {
  const { parameters } = fieldsAt(operation);
  return (Array.isArray(parameters) ? parameters : [])
    .map((parameter) => ('$ref' in parameter ? fieldsAt(parameter.$ref) : parameter))
    .filter((parameter) => parameter.in === place);
}

function parametersIn(operation: string, place: 'query' | 'header', mistakes: boolean) {
  const inPlace = parametersOf(operation, place);
  const properties = Object.fromEntries(inPlace.map(({ name, schema }) => [name, schema]));
  const required = inPlace.filter((parameter) => parameter.required).map(({ name }) => name);
  return objects({ properties, required }, { mistakes });
}
