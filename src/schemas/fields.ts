import * as z from 'zod';
import type { OpenEnum } from '../entities/field-types.js';

/**
 * A documented field of an answer. The specification does not say which fields are always there, so `null` and absence
 * are both right.
 */
export const documented = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();

/** An open enumeration: the known values are named for readers and documents, every other string is accepted. */
export const open = <const Known extends string>(
  known: readonly Known[],
): z.ZodType<OpenEnum<Known>, OpenEnum<Known>> => z.string().meta({ examples: [...known] });

/** An instant in a request. */
export const timestampInput = z.union([z.string(), z.date()]);
