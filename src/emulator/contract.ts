import type { UseCase } from '../entities/index.js';
import type { OrderStep } from '../fake/controls/order-controls.js';
import type {
  FakeActionLogEntry,
  FakeChannel,
  FakeGoodsReceipt,
  FakeMenuItem,
  FakeOrder,
  FakeOutletDetails,
} from '../fake/outlet/state.js';
import type { FaultKind } from '../fake/service/faults.js';

/*
 * The control API: what the dashboard reads from the emulator and asks it to do. Both sides use these types. Paths are below
 * `/dashboard/api`. Times are ISO 8601 in UTC, on the clock of the emulator. Durations are in milliseconds.
 */

/** What the dashboard shows. The stream at `/events` names the topics that have changed. */
export const topics = [
  'orders',
  'menus',
  'channels',
  'goodsReceipts',
  'outlet',
  'keys',
  'requests',
  'deliveries',
  'faults',
  'clock',
  'assumptions',
] as const;

/** A part of the data that can change. */
export type Topic = (typeof topics)[number];

/** The statuses of an order, in the order of the columns of the board. */
export const orderStatuses = ['open', 'inKitchen', 'readyForPickup', 'complete', 'cancelled'] as const;

/** Each route of the control API, with what it takes and returns. Routes without `result` return nothing. */
export interface ControlRoutes {
  'GET /overview': { result: Overview };

  'GET /orders': { query: BoardFilter; result: Board };
  'POST /orders': { body: NewOrderForm; result: { id: string } };
  'GET /orders/:id': { result: OrderView };
  'POST /orders/:id/steps': { body: { step: OrderStep }; result: undefined };
  'POST /orders/:id/table': { body: { channelId: string }; result: undefined };
  'POST /orders/:id/guests': { body: { guestCount: number }; result: undefined };
  /** Adds one of a menu item to the order. */
  'POST /orders/:id/items': { body: { menuItemId: string }; result: undefined };
  /** Sends the last complete or cancelled event of the orders again. */
  'POST /orders/republish': { body: { ids: string[] }; result: undefined };

  'GET /menu': { result: Publishable<FakeMenuItem> };
  'PUT /menu/:id': {
    body: { name: string; price: number; partnerPrices: Record<string, number> };
    result: undefined;
  };
  'POST /menu/publish': { result: undefined };

  'GET /channels': { result: Publishable<FakeChannel> };
  'POST /channels': { body: { id: string; type: string; name: string }; result: undefined };
  'PUT /channels/:id': { body: { name: string }; result: undefined };
  'DELETE /channels/:id': { result: undefined };
  'POST /channels/publish': { result: undefined };

  /** The newest goods receipts. */
  'GET /goods-receipts': { query: { search?: string; limit?: number }; result: GoodsReceiptList };
  'POST /goods-receipts': { body: GoodsReceiptForm; result: { id: string } };
  'PUT /goods-receipts/:id': { body: GoodsReceiptForm; result: undefined };
  'POST /goods-receipts/:id/complete': { result: undefined };
  'POST /goods-receipts/:id/cancel': { result: undefined };

  'GET /outlet': { result: OutletView };
  'PUT /outlet': { body: FakeOutletDetails; result: undefined };

  'GET /keys': { result: KeyView[] };
  /** The only response that contains a token. */
  'POST /keys': {
    body: { useCase: UseCase; label: string; webhookUrl: string };
    result: { key: KeyView; token: string };
  };
  'PUT /keys/:id': { body: { webhookUrl: string }; result: undefined };
  'POST /keys/:id/revoke': { result: undefined };
  'POST /keys/:id/restore': { result: undefined };
  'DELETE /keys/:id': { result: undefined };

  /** The newest requests that match, newest first. */
  'GET /requests': { query: RequestFilter; result: RequestSummary[] };
  'GET /requests/:id': { result: RequestView };
  'DELETE /requests': { result: undefined };
  'GET /rate-limit': { result: RateLimitView };

  /** The newest attempts, newest first. */
  'GET /deliveries': { query: { limit?: number; failed?: boolean }; result: DeliveryView[] };
  'POST /deliveries/:id/redeliver': { result: undefined };
  'POST /keys/:id/test-event': { body: { event: string; orderId: string }; result: undefined };

  'GET /faults': { result: FaultView[] };
  'POST /faults': { body: FaultForm; result: undefined };
  'DELETE /faults/:id': { result: undefined };

  'POST /clock/advance': { body: { milliseconds: number }; result: undefined };

  'GET /assumptions': { result: AssumptionsView };
  /** Restores the initial data, and keeps all keys. With `hostile`, also chooses the assumptions again, by the seed. */
  'POST /reset': { body: { hostile?: boolean; seed?: number }; result: undefined };
}

/** The body of an error response of the control API. */
export interface ControlError {
  readonly message: string;
}

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
  /** In the last minute, except `waiting`: the retries that are waiting now. */
  readonly deliveries: { readonly total: number; readonly failed: number; readonly waiting: number };
  readonly activeFaults: number;
  readonly keysWithoutWebhookUrl: number;
}

export interface BoardFilter {
  /** Part of an order ID, a partner's order reference, a reservation ID, a guest's name or a channel. */
  readonly search?: string;
  /** The number of orders in each column. Default: 25. */
  readonly limit?: number;
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
  readonly itemCount: number;
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
  }[];
  /** Newest first. */
  readonly actionLog: readonly FakeActionLogEntry[];
}

/** An order that staff enter at the till, or a test order of a key. */
export interface NewOrderForm {
  /** The ID of the key that creates the order; empty if the POS creates it. */
  readonly createdBy: string;
  readonly channelId: string;
  readonly items: readonly { readonly menuItemId: string; readonly quantity: number }[];
  readonly guestCount?: number;
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

/** A goods receipt as staff enter it. Amounts are in units of the currency. New receipts are drafts. */
export interface GoodsReceiptForm {
  readonly supplierName: string;
  readonly discount: number;
  readonly shippingFee: number;
  readonly isTaxInclusive: boolean;
  readonly items: readonly {
    readonly quantity: number;
    readonly totalPrice: number;
    readonly discountAmount: number;
    /** A fraction: 0.07 is 7 %. */
    readonly taxRate: number;
    readonly inventoryUom: string;
  }[];
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
  /** The events that the key can receive. */
  readonly events: readonly string[];
}

/** Which requests the log lists. */
export interface RequestFilter {
  readonly keyId?: string;
  readonly method?: string;
  /** `2xx`, `4xx`, `5xx`, `429` or `none` for requests without a response. */
  readonly status?: string;
  /** `replay` for requests that repeated an idempotency key, `fault` for requests that got a fault. */
  readonly kind?: string;
  /** Part of the path, a body or the idempotency key. */
  readonly search?: string;
  /** Default: 200. */
  readonly limit?: number;
}

/** A request to the API, without its bodies. */
export interface RequestSummary {
  /** Ascending from 1. */
  readonly number: number;
  readonly at: string;
  readonly method: string;
  /** The path below `/api/v1`, with the query. */
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
  /** The end of the window: `x-ratelimit-reset`. `undefined` without a rate limit. */
  readonly windowEnd: string | undefined;
  readonly remaining: number | undefined;
  /** The fault that the request got. */
  readonly fault: string | undefined;
}

export interface RequestView extends RequestSummary {
  /** With `Bearer …` as the value of `authorization`. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** At most 64 KB. */
  readonly responseBody: string;
  readonly isResponseCut: boolean;
  /** The same request as a curl command, with the token in `$OUTLET_ACCESS_TOKEN`. */
  readonly curl: string;
  /** The same request as code of the SDK; `undefined` if no method sends it. */
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

export interface DeliveryView {
  /** Ascending from 1. */
  readonly number: number;
  readonly keyId: string;
  readonly keyLabel: string;
  readonly event: string;
  readonly url: string;
  readonly payload: string;
  readonly attempt: number;
  readonly at: string;
  readonly duration: number;
  /** `null` if there was no response. */
  readonly status: number | null;
  /** The start of the response body, at most 1,000 characters. */
  readonly responseBody: string;
  /** The message of the error if there was no response. */
  readonly error: string | undefined;
  /** When the next attempt begins; `undefined` if there is none. */
  readonly retryAt: string | undefined;
}

/** A fault of the next matching requests. */
export interface FaultForm {
  readonly fault: FaultKind;
  /** Default: any method and path. */
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** How many requests get the fault; `null` until it is removed. */
  readonly times: number | null;
  /** The share of the matching requests that get the fault, above 0 and at most 1. Default: 1. */
  readonly share?: number | undefined;
  readonly delayMs?: number | undefined;
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
