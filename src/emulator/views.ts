import type { UseCase } from '../entities/use-case.js';
import type { OrderStep } from '../fake/controls/order-controls.js';
import type {
  FakeActionLogEntry,
  FakeGoodsReceipt,
  FakeOrder,
  FakeOutletDetails,
} from '../fake/outlet/state.js';
import type { FaultForm } from './inputs.js';
import type { DeliverySummary, RequestSummary } from './traffic-views.js';

/*
 * What the routes of the control API return.
 */

export interface Overview {
  readonly version: string;
  readonly baseUrl: string;
  readonly outletId: string;
  readonly outletName: string;
  readonly now: string;
  readonly clockAheadBy: number;
  readonly hostile: boolean;
  readonly rateLimited: boolean;
  readonly ordersByStatus: Readonly<Record<string, number>>;
  readonly unpublished: { readonly menu: boolean; readonly channels: boolean };
  /** In the last minute. */
  readonly requests: { readonly total: number; readonly failed: number; readonly rejected: number };
  /** The events that were sent in the last minute, how many of them were not delivered, and how many events wait for an attempt now. */
  readonly deliveries: { readonly total: number; readonly failed: number; readonly waiting: number };
  readonly activeFaults: number;
  /** The interval of the autopilot; `undefined` if it is off. */
  readonly autopilotInterval: number | undefined;
  readonly keysWithoutWebhookUrl: number;
}

export interface Board {
  readonly columns: readonly {
    readonly status: string;
    /** How many orders match, including those that are not listed. */
    readonly count: number;
    /** The orders that changed last, newest first. */
    readonly orders: readonly OrderCard[];
  }[];
}

export interface OrderCard {
  readonly id: string;
  readonly status: string;
  /** The partner's order reference, the guest's name, or the channel's name. */
  readonly title: string;
  readonly channelName: string;
  /** Whether the order is at a table, or has the data of a reservation. Only then can it have guests and move to a table. */
  readonly isDineIn: boolean;
  readonly reservationId: string | undefined;
  readonly itemCount: number;
  readonly lineCount: number;
  /** The first items with their quantities, such as `2 × Burger`. */
  readonly itemNames: readonly string[];
  readonly guestCount: number | undefined;
  readonly total: number;
  readonly currency: string;
  readonly created: string;
  readonly updatedAt: string;
  /** The label of the key that created the order; `undefined` if the POS created it. */
  readonly createdBy: string | undefined;
  readonly steps: readonly OrderStep[];
}

export interface OrderView {
  readonly card: OrderCard;
  readonly order: FakeOrder;
  readonly partnerAggregated: boolean;
  /** The items with their names on the menu. */
  readonly lines: readonly {
    readonly name: string;
    readonly quantity: number;
    /** Of the whole line, with its options. */
    readonly price: number;
    readonly options: readonly string[];
    /** Who ordered the item; empty if the order does not say. */
    readonly customerName: string;
  }[];
  /** Newest first. */
  readonly actionLog: readonly FakeActionLogEntry[];
  /** The newest requests that mention the order or one of its references, newest first. */
  readonly requests: readonly RequestSummary[];
  /** The newest deliveries of events about the order, newest first. */
  readonly deliveries: readonly DeliverySummary[];
}

export interface Publishable<T> {
  readonly entries: readonly T[];
  /** The IDs of entries that were changed or added since they were last published. */
  readonly changed: readonly string[];
  /** Whether anything changed, including removed entries. */
  readonly hasUnpublishedChanges: boolean;
  readonly currency: string;
}

export interface GoodsReceiptList {
  readonly count: number;
  /** Newest first. */
  readonly receipts: readonly FakeGoodsReceipt[];
  readonly currency: string;
}

export interface OutletView {
  readonly outletId: string;
  readonly merchantId: string;
  readonly currency: string;
  readonly details: FakeOutletDetails;
}

export interface KeyView {
  readonly id: string;
  readonly label: string;
  readonly useCase: UseCase;
  /** Empty if the key receives no webhooks. */
  readonly webhookUrl: string;
  readonly revoked: boolean;
  /** The token of a default key, which is no secret; `undefined` for a key that somebody created. */
  readonly token: string | undefined;
  /** The events that the key can receive. */
  readonly events: readonly string[];
}

export interface FaultView {
  readonly id: string;
  readonly fault: FaultForm;
  /** How many requests will still fail; `null` until the fault is removed. */
  readonly left: number | null;
  /** How many requests have failed. */
  readonly used: number;
}

export interface AssumptionsView {
  readonly hostile: boolean;
  readonly seed: number;
  /** The values by the name of the assumption, as JSON or as text. */
  readonly values: Readonly<Record<string, string>>;
}
