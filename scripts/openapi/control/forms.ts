import { type ZodType, z } from 'zod';
import { isRecord } from '../../../src/json.js';
import type { JsonObject } from '../schemas.js';

/** Returns the JSON Schema of what a form accepts. */
export function schemaOf(form: ZodType): JsonObject {
  const { $schema, ...schema } = z.toJSONSchema(form, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // The pattern of a time is 400 characters long and says the same as the format.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (isTextOfBoolean(zodSchema)) jsonSchema.type = 'boolean';
    },
  });
  return schema;
}

/** Returns whether a form reads a boolean from the text of a query. */
function isTextOfBoolean(form: z.core.$ZodType): boolean {
  return form instanceof z.ZodCodec && form.out instanceof z.ZodBoolean;
}

/** Returns the parameters of a query. */
export function parametersOf(query: ZodType, example: Readonly<Record<string, string>> = {}): JsonObject[] {
  const { properties, required } = schemaOf(query);
  if (!isRecord(properties)) throw new Error('The query of a route must be an object.');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = isRecord(property) ? property : {};
    const value = example[name];
    const isNumber = schema.type === 'number' || schema.type === 'integer';
    return {
      name,
      in: 'query',
      ...(Array.isArray(required) && required.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema,
      ...(value !== undefined && { example: isNumber ? Number(value) : value }),
    };
  });
}
