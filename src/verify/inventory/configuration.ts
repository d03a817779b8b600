import type { OrderDataActions } from '../order-data/configuration.js';
import type { OrdersState } from '../read-orders.js';
import type { StateCall, VerificationOptions } from '../settings.js';

/** How often something of the menu was sold. */
export interface BackendConsumption {
  /** The ID of the menu item or option. */
  readonly id: string;
  /** How many left your stock with all complete orders that `orders` returns. */
  readonly quantity: number;
}

/** An item of the menu as your backend knows it. */
export interface BackendMenuItem {
  /** The ID of the menu item. */
  readonly id: string;
}

/** What a backend for Inventory Management knows. */
export interface InventoryState extends OrdersState {
  /** Returns what was sold so far. A missing row has the same effect as 0. */
  readonly consumption: StateCall<BackendConsumption>;
  /** Returns the items of the menu that is sold now, without removed ones. */
  readonly menu: StateCall<BackendMenuItem>;
}

/** A backend for Inventory Management. */
export interface InventoryVerification extends VerificationOptions {
  /** What the backend does. */
  readonly useCase: 'inventory-management';
  /** What runs on a schedule. */
  readonly actions: OrderDataActions;
  /** What your backend knows. */
  readonly state: InventoryState;
}
