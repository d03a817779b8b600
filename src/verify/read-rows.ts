import { z } from 'zod';
import { perform } from './calls.js';
import type { BackendSettings, StateCall } from './settings.js';

export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);

/** A database driver can return an amount as text. */
export const amount = z.coerce
  .number()
  .nullish()
  .transform((value) => value ?? undefined);

/**
 * Asks the backend what it knows.
 * @param name - the member of `state`
 * @throws Error if the result is not an array of such rows
 */
export async function readRows<Row, Shape extends z.ZodRawShape>(
  name: string,
  call: StateCall<Row>,
  row: z.ZodObject<Shape>,
  settings: BackendSettings,
  timeout = 120_000,
): Promise<readonly z.infer<typeof row>[]> {
  const { value } = await perform(call, {}, settings, timeout);
  const { success, data, error } = z.array(row).safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const place = ['state', name, ...(issue?.path ?? [])].join('.');
  throw new Error(`${place} must have the form in the configuration that --init writes: ${issue?.message}`);
}
