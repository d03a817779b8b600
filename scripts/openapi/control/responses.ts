import { type JsonObject, ref } from '../schemas.js';

/** The form of all errors. */
export const errorSchema: JsonObject = {
  description: 'An error, in the form of the API.',
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { description: 'The HTTP status.', type: 'integer' },
    message: { description: 'What went wrong and what to do, as text for people.', type: 'string' },
    errors: {
      description: 'The invalid fields of the body or query.',
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { description: 'The path of the field, such as `items[0].quantity`.', type: 'string' },
          message: { description: 'What is wrong with the field.', type: 'string' },
        },
      },
    },
  },
};

const errorResponses: Readonly<Record<number, { readonly name: string; readonly description: string }>> = {
  400: { name: 'BadRequest', description: 'The body or the query is invalid.' },
  403: {
    name: 'Forbidden',
    description: 'The request comes from another website, or its host is not allowed.',
  },
  404: { name: 'NotFound', description: 'The emulator has nothing with this ID.' },
  409: {
    name: 'Conflict',
    description: 'The state does not allow the change, or nothing matched within the time limit of a wait.',
  },
};

/** Returns references to the error responses with these statuses. */
export function errorsOf(statuses: readonly number[]): JsonObject {
  const wanted = Object.entries(errorResponses).filter(([status]) => statuses.includes(Number(status)));
  return Object.fromEntries(wanted.map(([status, { name }]) => [status, ref('responses', name)]));
}

/** Returns the error responses by the names of their components. */
export function responses(examples: ReadonlyMap<number, unknown>): JsonObject {
  const errors = Object.entries(errorResponses).map(([status, { name, description }]) => {
    const content = { schema: ref('schemas', 'Error'), example: examples.get(Number(status)) };
    return [name, { description, content: { 'application/json': content } }];
  });
  return Object.fromEntries(errors);
}
