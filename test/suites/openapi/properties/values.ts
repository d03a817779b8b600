import * as fc from 'fast-check';
import { isRecord } from '../../../../src/json.js';
import { document, fieldsAt } from '../../../support/documented/document.js';

type Schema = Readonly<Record<string, unknown>>;

export interface Generation {
  /** Whether some parts have another type, or are missing. */
  readonly mistakes: boolean;
}

/** The ids of the fakes, which the document does not contain. */
export const scope = { merchantId: 'merchant-1', outletId: 'outlet-1' };

/** The values of fields in the examples of the document, such as the ids of channels that exist. */
const examples = new Map<string, unknown[]>();
collect(document);
// A range that has records. The examples are older than the data of a fake.
const now = Date.now();
examples.set('from', [new Date(now - 20 * 24 * 60 * 60 * 1_000).toISOString()]);
examples.set('to', [new Date(now + 60_000).toISOString()]);
for (const [name, id] of Object.entries(scope)) examples.set(name, [id]);
examples.set('channelType', ['partner', 'table']);

function collect(node: unknown): void {
  if (Array.isArray(node)) node.forEach(collect);
  if (!isRecord(node)) return;
  for (const [name, value] of Object.entries(node)) {
    if (name === 'example') collectFields(value);
    else collect(value);
  }
}

function collectFields(example: unknown): void {
  if (Array.isArray(example)) example.forEach(collectFields);
  if (!isRecord(example)) return;
  for (const [name, value] of Object.entries(example)) {
    examples.set(name, [...(examples.get(name) ?? []), value]);
    collectFields(value);
  }
}

/** Returns values of a schema of the document. */
export function valuesOf(schema: Schema, how: Generation): fc.Arbitrary<unknown> {
  const right = rightValuesOf(schema, how);
  if (!how.mistakes) return right;
  return fc.oneof({ weight: 15, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
}

function rightValuesOf(schema: Schema, how: Generation): fc.Arbitrary<unknown> {
  const { $ref, anyOf, type } = schema;
  if (typeof $ref === 'string') return valuesOf(fieldsAt($ref), how);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((option) => valuesOf(option, how)));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (type === undefined) return fc.jsonValue({ maxDepth: 2 });
  return fc.oneof(...[type].flat().map((name) => valuesOfType(name, schema, how)));
}

function valuesOfType(type: unknown, schema: Schema, how: Generation): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Number(schema.minimum ?? -5), max: 1_000 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true, min: Number(schema.minimum ?? -1e300) });
    case 'string':
      return texts(schema);
    case 'array':
      return fc.array(valuesOf(fieldsOf(schema.items), how), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: 3,
      });
    case 'object':
      return objects(schema, how);
    default:
      throw new Error(`The document has a schema of type ${String(type)}, which this test cannot generate.`);
  }
}

function texts({ format, minLength, pattern }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 4 });
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  if (format !== 'date-time') return fc.string({ minLength: Number(minLength ?? 0), maxLength: 20 });
  return fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(now) })
    .map((date) => date.toISOString());
}

/** Returns objects with the documented fields. A field often has a value of the examples. */
export function objects(schema: Schema, how: Generation): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(fieldsOf(schema.properties)).map(([name, field]) => [
    name,
    knownOr(name, valuesOf(fieldsOf(field), how)),
  ]);
  const shape: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields);
  const requiredKeys = Array.isArray(schema.required) ? schema.required : [];
  const complete = fc.record(shape, { requiredKeys });
  if (!how.mistakes) return complete;
  return fc.oneof(
    { weight: 8, arbitrary: complete },
    { weight: 1, arbitrary: fc.record(shape, { requiredKeys: [] }) },
  );
}

function knownOr(name: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const known = examples.get(name)?.filter((value) => ['string', 'number'].includes(typeof value)) ?? [];
  if (known.length === 0) return values;
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: values });
}

function fieldsOf(value: unknown): Schema {
  return isRecord(value) ? value : {};
}
