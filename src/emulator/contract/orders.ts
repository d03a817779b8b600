import { z } from 'zod';
import { useCases } from '../../entities/use-case.js';
import type { FakeActionLogEntry, FakeOrder, OrderStep } from '../../fake/index.js';
import type { DeliverySummary } from './deliveries.js';
import type { RequestSummary } from './requests.js';
import { id, limit, type RouteTable, result, timestamp } from './route.js';

/** The statuses of an order, in the order of the columns of the board. */
export const orderStatuses = ['open', 'inKitchen', 'readyForPickup', 'complete', 'cancelled'] as const;

const search = z
  .string()
  .exactOptional()
  .describe('Part of an order ID, an order reference, a reservation ID, a guest name or a channel.');

const boardFilter = z.strictObject({ search, limit: limit(25, 1_000) });

export type BoardFilter = z.output<typeof boardFilter>;

const orderFilter = z.strictObject({
  search,
  status: z.enum(orderStatuses).exactOptional(),
  limit: limit(200, 10_000),
});

export type OrderFilter = z.output<typeof orderFilter>;

const wholeNumber = 'must be a whole number from 1 up';
const count = z.number(wholeNumber).int(wholeNumber).min(1, wholeNumber);

const newOrderForm = z.strictObject({
  createdBy: z
    .string()
    .default('')
    .describe(
      `The key that creates the order: its ID, or a use case for its first key (${useCases.join(', ')}). Default: none, so the POS creates the order.`,
    ),
  channelId: z.string(),
  items: z
    .array(
      z.strictObject({
        menuItemId: z.string(),
        quantity: count,
        options: z.array(z.strictObject({ optionId: z.string(), quantity: count })).exactOptional(),
      }),
    )
    .default([]),
  guestCount: count.exactOptional(),
  id: id.exactOptional().describe('Default: a random ID.'),
  status: z.enum(orderStatuses).exactOptional().describe('Default: open.'),
  created: timestamp.exactOptional().describe('When the order was created. Default: now.'),
  payments: z
    .array(
      z.strictObject({
        amount: z.number(),
        tip: z.number().exactOptional(),
        offlineMethod: z.string().exactOptional(),
      }),
    )
    .exactOptional()
    .describe('Default: none.'),
  partnerInfo: z
    .strictObject({ partnerChannel: z.string().exactOptional(), orderId: z.string().exactOptional() })
    .exactOptional()
    .describe('Default: a random reference, if a Digital Ordering key creates the order.'),
  partnerReservationInfo: z
    .looseObject({ partnerName: z.string(), reservationId: z.string() })
    .exactOptional()
    .describe('Default: a test guest, if a Reservations key creates the order.'),
  partnerAggregated: z
    .boolean()
    .exactOptional()
    .describe('Whether the API responds with 404 to GET /orders/{id}. Default: false.'),
});

/** An order that staff enter at the till, or a test order of a key. */
export type NewOrderForm = z.output<typeof newOrderForm>;

const order = result<FakeOrder>();

export const orderRoutes = {
  'GET /board': {
    summary: 'Lists the orders that changed last, by status.',
    query: boardFilter,
    result: result<Board>(),
  },
  'GET /orders': {
    summary: 'Lists the orders that match, those that changed last first.',
    query: orderFilter,
    result: result<FakeOrder[]>(),
  },
  'POST /orders': {
    summary: 'Creates an order as staff or a key would, without a webhook.',
    body: newOrderForm,
    result: order,
  },
  'GET /orders/{id}': {
    summary: 'Returns an order with its action log, and the requests and deliveries about it.',
    result: result<OrderView>(),
  },
  'POST /orders/{id}/inKitchen': { summary: 'Sends an open order to the kitchen.', result: order },
  'POST /orders/{id}/ready': { summary: 'Marks an order as ready for pickup.', result: order },
  'POST /orders/{id}/complete': {
    summary: 'Adds a payment of the open amount, and completes the order.',
    result: order,
  },
  'POST /orders/{id}/reopen': { summary: 'Reopens a complete order.', result: order },
  'POST /orders/{id}/cancel': { summary: 'Cancels an order, before or after it is paid.', result: order },
  'POST /orders/{id}/table': {
    summary: 'Moves the order to another table.',
    body: z.strictObject({ channelId: z.string().describe('The ID of a channel of type dine-in.') }),
    result: order,
  },
  'POST /orders/{id}/guests': {
    summary: 'Sets the number of guests.',
    body: z.strictObject({ guestCount: count }),
    result: order,
  },
  'POST /orders/{id}/items': {
    summary: 'Adds one of a menu item to the order.',
    body: z.strictObject({ menuItemId: z.string() }),
    result: order,
  },
  'POST /orders/republish': {
    summary: 'Sends the last complete or cancelled event of the orders again.',
    body: z.strictObject({ ids: z.array(z.string()).min(1) }),
  },
  'PUT /autopilot': {
    summary: 'Starts the autopilot, which moves each order to its next status, or changes its interval.',
    body: z.strictObject({
      interval: z
        .number()
        .positive()
        .default(5_000)
        .describe('Milliseconds between two steps. Default: 5,000.'),
    }),
  },
  'DELETE /autopilot': { summary: 'Stops the autopilot.' },
} as const satisfies RouteTable;

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
  /** Whether a key also created another order with the same reference. */
  readonly isCreatedTwice: boolean;
  readonly steps: readonly OrderStep[];
}

/** How an order was created. */
export interface Creation {
  readonly orderId: string;
  readonly status: string;
  readonly created: string;
  /** The request that created the order; `undefined` if the log no longer has it. */
  readonly request: RequestSummary | undefined;
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
  /** The orders that keys created with the same reference, oldest first, with this one; empty if there is no other. */
  readonly createdTwice: readonly Creation[];
  /** Newest first. */
  readonly actionLog: readonly FakeActionLogEntry[];
  /** The newest requests that mention the order or one of its references, newest first. */
  readonly requests: readonly RequestSummary[];
  /** The newest deliveries of events about the order, newest first. */
  readonly deliveries: readonly DeliverySummary[];
}
