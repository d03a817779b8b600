import { z } from 'zod';
import { perform } from './calls.js';
import type { BackendOrder, BackendSettings, VerificationOptions } from './verification.js';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);

/** A database driver can return an amount as text. */
const amount = z.coerce
  .number()
  .nullish()
  .transform((value) => value ?? undefined);

const orders = z.array(z.object({ id: text, reference: text, status: z.string(), paid: amount }));

/** Asks the backend which orders it knows. @throws Error if the result is not a list of orders */
export async function readOrders(
  { state, actionTimeout = 120_000 }: VerificationOptions,
  settings: BackendSettings,
): Promise<readonly BackendOrder[]> {
  const { value } = await perform(state.orders, {}, settings, actionTimeout);
  const { success, data, error } = orders.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new Error(
    `state.orders must return an array of { id, reference, status, paid }: [${issue?.path.join('.')}] ${issue?.message}`,
  );
}
