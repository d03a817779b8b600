import type { UseCase } from '../entities/use-case.js';
import type { OrderStep } from '../fake/controls/order-controls.js';
import type { Delivery } from '../fake/deliveries/delivery.js';
import type {
  FakeActionLogEntry,
  FakeGoodsReceipt,
  FakeOrder,
  FakeOutletDetails,
} from '../fake/outlet/state.js';
import type { FaultKind } from '../fake/service/faults.js';
import type { FaultForm } from './inputs.js';

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
  /** The events of the last minute: those that were sent and those that were not delivered. `waiting`: those that wait for an attempt now. */
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

/** A request to the API, without its bodies. */
export interface RequestSummary {
  /** Ascending from 1. */
  readonly number: number;
  readonly at: string;
  readonly method: string;
  /** The path below `/api/v1`, or the whole path if it is not below `/api/v1`, with the query. */
  readonly path: string;
  /** `null` until there is a response, and if the connection broke before it. */
  readonly status: number | null;
  /** Until the last byte of the response; `null` if there is no response yet. */
  readonly duration: number | null;
  /** The ID and label of the key; `undefined` if the token belongs to no key. */
  readonly keyId: string | undefined;
  readonly keyLabel: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly isReplay: boolean;
  /** The number of the request that a replay repeats; `undefined` if the log no longer has it. */
  readonly originalNumber: number | undefined;
  /** The order that the request created, read or changed. */
  readonly orderId: string | undefined;
  /** The end of the window: `x-ratelimit-reset`. `undefined` without a rate limit. */
  readonly windowEnd: string | undefined;
  readonly remaining: number | undefined;
  /** The fault that the request got. */
  readonly fault: FaultKind | undefined;
  /** Why the request failed; `undefined` if it succeeded or waits for its response. */
  readonly reason: string | undefined;
}

export interface RequestView extends RequestSummary {
  /** `authorization` has its scheme and the length of its token, such as `Bearer … (213 characters)`. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** At most 64 KB. */
  readonly requestBody: string;
  readonly isRequestCut: boolean;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** At most 64 KB. */
  readonly responseBody: string;
  readonly isResponseCut: boolean;
  /** The same request; `undefined` if the log does not have its whole body. */
  readonly again: RequestCode | undefined;
  /** The same request, with another idempotency key if it has one. */
  readonly withNewKey: RequestCode | undefined;
}

/** A request as commands and code that send it. */
export interface RequestCode {
  /** A curl command, with the token in `$OUTLET_ACCESS_TOKEN`. */
  readonly curl: string;
  /** Code of the SDK; `undefined` if no method sends the request. */
  readonly sdk: string | undefined;
}

export interface RateLimitView {
  /** The requests that a window allows; `undefined` without a rate limit. */
  readonly limit: number | undefined;
  /** The length of a window. */
  readonly interval: number;
  /** The start of each window of the last minute, oldest first. */
  readonly windows: readonly string[];
  readonly keys: readonly {
    readonly id: string;
    readonly label: string;
    /** The requests of each window: those that were performed, and those that got a 429. */
    readonly allowed: readonly number[];
    readonly rejected: readonly number[];
  }[];
}

/** An event for one key, without its attempts. */
export interface DeliverySummary {
  /** Ascending from 1. */
  readonly number: number;
  readonly keyLabel: string;
  readonly event: string;
  /** The order that the event is about; `undefined` for other events. */
  readonly orderId: string | undefined;
  /** The title of the order; `undefined` if the outlet does not have the order. */
  readonly orderTitle: string | undefined;
  /** When the event was sent. */
  readonly at: string;
  readonly state: DeliveryState;
  /** What the attempts led to, such as `500 three times`; empty until the first one ends. */
  readonly outcome: string;
  /** The start of the last response, or why there was none. */
  readonly response: string;
  /** When the next attempt begins; `undefined` if none waits. */
  readonly nextAttemptAt: string | undefined;
}

/** `waiting` before a delayed first attempt, and `retrying` until the next one begins. */
export type DeliveryState = 'waiting' | 'sending' | 'retrying' | 'delivered' | 'failed';

export interface DeliveryView extends DeliverySummary {
  readonly payload: string;
  /** In the order in which they began. */
  readonly attempts: readonly AttemptView[];
}

/** One attempt to deliver an event. */
export interface AttemptView {
  readonly at: string;
  readonly url: string;
  /** What came of the attempt; `undefined` while it runs. */
  readonly ended:
    | (Pick<Delivery, 'duration' | 'status' | 'responseBody'> & {
        /** Why there was no response. */
        readonly problem: string | undefined;
      })
    | undefined;
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
