import * as z from 'zod/mini';
import type { OpenEnum } from '../entities/field-types.js';

// zod/mini has no default messages: without these, each issue would read "Invalid input".
export const string = z.string('must be a string');
export const number = z.number('must be a number');

// The same checks, but the OpenAPI document is more specific about these.
export const integer = z.number('must be a number');
export const timestamp = z.string('must be a string');

export const boolean = z.boolean('must be a boolean');

export const array = <Item extends z.ZodMiniType>(item: Item) => z.array(item, 'must be an array');

/** An object of a response. Undocumented fields are kept. */
export const looseObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape, 'must be an object');

/** A field of a response. The API specification does not define which fields are always present, so a field can be missing or `null`. */
export const documented = <Schema extends z.ZodMiniType>(schema: Schema) => z.nullish(schema);

/** An enumeration of a response. The API can add values at any time, so any string is valid. */
export const openEnum = <const Known extends string>(
  known: readonly Known[],
): z.ZodMiniType<OpenEnum<Known>, OpenEnum<Known>> => string.check(z.meta({ examples: [...known] }));
