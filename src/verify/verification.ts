import type { AccountingVerification } from './accounting/configuration.js';
import type { DigitalOrderingVerification } from './digital-ordering/configuration.js';
import type { InventoryVerification } from './inventory/configuration.js';
import type { OrderDataVerification } from './order-data/configuration.js';
import type { ReservationsVerification } from './reservations/configuration.js';

/** Describes a backend to the command `verify`. */
export type Verification =
  | DigitalOrderingVerification
  | OrderDataVerification
  | ReservationsVerification
  | InventoryVerification
  | AccountingVerification;

/**
 * Describes a backend to the command `verify`. Returns its argument, so that an editor knows the types.
 * @example
 * ```ts
 * export default defineVerification({
 *   useCase: 'order-data',
 *   start: 'node dist/server.js',
 *   ready: 'http://127.0.0.1:{port}/health',
 *   webhookUrl: 'http://127.0.0.1:{port}/webhooks?secret={secret}',
 *   actions: { runNightlyJob: ({ run }) => run('node dist/nightly.js') },
 *   state: { orders: 'GET http://127.0.0.1:{port}/orders' },
 * });
 * ```
 */
export function defineVerification(verification: Verification): Verification {
  return verification;
}
