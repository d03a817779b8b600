import type { UseCase } from '../entities/use-case.js';
import type { OrderStep } from '../fake/controls/order-controls.js';
import type { FakeChannel, FakeMenuItem, FakeOutletDetails } from '../fake/outlet/state.js';
import { fakeTopics } from '../fake/topics.js';
import type {
  BoardFilter,
  DeliveryFilter,
  FaultForm,
  GoodsReceiptForm,
  NewOrderForm,
  RequestFilter,
} from './inputs.js';
import type {
  DeliverySummary,
  DeliveryView,
  RateLimitView,
  RequestSummary,
  RequestView,
} from './traffic-views.js';
import type {
  AssumptionsView,
  Board,
  FaultView,
  GoodsReceiptList,
  KeyView,
  OrderView,
  OutletView,
  Overview,
  Publishable,
} from './views.js';

export type * from './inputs.js';
export type * from './traffic-views.js';
export type * from './views.js';

/*
 * The control API: what the dashboard reads from the emulator and asks it to do. Both sides use these types. Paths are below
 * `/dashboard/api`. Times are ISO 8601 in UTC, on the clock of the emulator. Durations are in milliseconds.
 */

/** What the dashboard shows. The stream at `/events` names the topics that have changed. */
export const topics = [...fakeTopics, 'requests'] as const;

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

  /** Starts the autopilot with another interval, or stops it without one. */
  'PUT /autopilot': { body: { interval?: number }; result: undefined };

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
  /** The only response that contains the token of a key that somebody created. */
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

  /** The newest events for keys that match, newest first. */
  'GET /deliveries': { query: DeliveryFilter; result: DeliverySummary[] };
  'GET /deliveries/:id': { result: DeliveryView };
  'POST /deliveries/:id/redeliver': { result: undefined };
  'POST /keys/:id/test-event': { body: { event: string; orderId: string }; result: undefined };

  'GET /faults': { result: FaultView[] };
  'POST /faults': { body: FaultForm; result: undefined };
  'DELETE /faults': { result: undefined };
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
