/**
 * Describes your backend to the command `verify`, which checks your integration before you go live.
 *
 * @packageDocumentation
 */

export type {
  AccountingActions,
  AccountingState,
  AccountingVerification,
  BackendBill,
  BackendTaking,
} from './accounting/configuration.js';
export type {
  DigitalOrderingActions,
  DigitalOrderingVerification,
} from './digital-ordering/configuration.js';
export type {
  BackendConsumption,
  BackendMenuItem,
  InventoryState,
  InventoryVerification,
} from './inventory/configuration.js';
export type { OrderDataActions, OrderDataVerification } from './order-data/configuration.js';
export type { BackendOrder, OrdersState } from './read-orders.js';
export type {
  BackendReservation,
  Deposit,
  ReservationChange,
  ReservationGuest,
  ReservationsActions,
  ReservationsVerification,
} from './reservations/configuration.js';
export type {
  Action,
  BackendSettings,
  CommonActions,
  HttpCall,
  JobOptions,
  StateCall,
  VerificationOptions,
} from './settings.js';
export type { Verification } from './verification.js';
export { defineVerification } from './verification.js';
