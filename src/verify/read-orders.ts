import { z } from 'zod';
import { amount, readRows, text } from './read-rows.js';
import type { BackendSettings, StateCall, VerificationOptions } from './settings.js';

/** An order as your backend knows it. */
export interface BackendOrder {
  /** The order's ID in the API. With Digital Ordering, it is missing until it is known. */
  readonly id?: string | undefined;
  /** Your own ID of the order. Digital Ordering only. */
  readonly reference?: string | undefined;
  /** The status in the words of the API. An order that will not exist at the outlet can have another status, such as `rejected`. */
  readonly status: string;
  /** Order Data only: what was paid, such as 12.5. It is 0 unless the order is complete. */
  readonly paid?: number | undefined;
}

/** What a backend for orders knows. */
export interface OrdersState {
  /** Returns the orders that your backend knows. */
  readonly orders: StateCall<BackendOrder>;
}

const order = z.object({ id: text, reference: text, status: z.string(), paid: amount });

/** Asks the backend which orders it knows. @throws Error if the result is not a list of orders */
export function readOrders(
  { state, actionTimeout }: VerificationOptions & { readonly state: OrdersState },
  settings: BackendSettings,
): Promise<readonly BackendOrder[]> {
  return readRows('orders', state.orders, order, settings, actionTimeout);
}
