import { z } from 'zod';
import type { AssumptionOptions } from '../fake/index.js';
import { suggestion } from '../options/suggestion.js';
import { assumptionJsonSchemas, assumptionSchema } from './assumption-schema.js';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * Checks assumptions that a person wrote, such as those in a file.
 * @throws TypeError with a sentence for each problem
 */
export function parseAssumptions(value: unknown): AssumptionOptions {
  const { data, error } = assumptionSchema.safeParse(value, { reportInput: true });
  if (data) return data;
  throw new TypeError(error.issues.flatMap(problemsOf).join(' '));
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  const { path, input } = issue;
  const schema = schemaAt(path);
  if (issue.code === 'unrecognized_keys') {
    const { properties = {} } = schema.anyOf?.find((one) => one.properties) ?? schema;
    return issue.keys.map((name) => unknownName(name, path, Object.keys(properties)));
  }
  const name = path.length === 0 ? 'The value' : z.core.toDotPath(path);
  return [`${name} is ${JSON.stringify(input)}, but must be ${possibleValues(schema)}.`];
}

function unknownName(name: string, path: readonly PropertyKey[], known: readonly string[]): string {
  const [option] = path;
  const kind = option === undefined ? 'assumption' : option === 'allows' ? 'use case' : 'list';
  const advice = suggestion(name, known) || `The ${kind}s are ${known.join(', ')}.`;
  if (option === undefined) return `Unknown assumption: ${name}. ${advice}`;
  return `${String(option)} has the unknown ${kind} ${JSON.stringify(name)}. ${advice}`;
}

/** Returns the schema of a value, such as that of `outletUpdatedReceivers[0]`. */
function schemaAt(path: readonly PropertyKey[]): JsonSchema {
  return path.reduce<JsonSchema>(memberOf, { properties: assumptionJsonSchemas });
}

function memberOf(schema: JsonSchema, key: PropertyKey): JsonSchema {
  const member = typeof key === 'string' ? schema.properties?.[key] : schema.items;
  return typeof member === 'object' && !Array.isArray(member) ? member : {};
}

const quoted = (value: unknown) => JSON.stringify(value);

function possibleValues(schema: JsonSchema): string {
  const { anyOf, const: only, enum: values, type } = schema;
  const range = `from ${schema.minimum} to ${schema.maximum}`;
  if (anyOf) return either.format(anyOf.flatMap((one) => one.enum?.map(quoted) ?? possibleValues(one)));
  if (only !== undefined) return quoted(only);
  if (values) return either.format(values.map(quoted));
  switch (type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number ${range}`;
    case 'number':
      return `a number ${range}`;
    case 'array':
      return `a list of ${possibleValues(memberOf(schema, 0))}`;
    case 'object':
      return schema.properties?.orders
        ? 'an object with a value for orders, actionLogs or goodsReceipts'
        : 'an object with a list of endpoints for each use case';
    default:
      return schema.properties ? 'an object of assumptions' : 'a name of at least one character';
  }
}
