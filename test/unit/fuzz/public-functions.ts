import { businessDayOf, createOutletPool, dayRange, OutletClient } from 'outlet-open-api';
import { takingsOf } from 'outlet-open-api/accounting';
import { startEmulator } from 'outlet-open-api/emulator';
import { csv, csvText, orderTable } from 'outlet-open-api/export';
import { instrumentOutlet } from 'outlet-open-api/otel';
import {
  createPostgresCheckpointStore,
  createPostgresOrderStore,
  createPostgresOutboxStore,
} from 'outlet-open-api/postgres';
import { createRedisCheckpointStore, createRedisRateLimiter } from 'outlet-open-api/redis';
import {
  backfillOrders,
  createMemoryCheckpointStore,
  createMemoryOrderStore,
  createMemoryOutboxStore,
  createOrderCopy,
  createOrderFeed,
  createOutbox,
  pollGoodsReceipts,
} from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createUndiciFetch } from 'outlet-open-api/undici';
import {
  createTestEvent,
  createTestRequest,
  createWebhookHandler,
  ipAllowList,
  parseWebhookEvent,
  sharedSecret,
  toNodeListener,
} from 'outlet-open-api/webhooks';
import { clientOf, order, scriptedService } from '../../support/services/scripted-service.js';

/** How to call a public function that sends requests, and which requests it may send. */
export interface Sender {
  /** `orders.get`, or `request` for a method of the client itself. */
  readonly name: string;
  readonly valid: readonly unknown[];
  /** Ids of operations. Empty for `request`, which may call any endpoint. */
  readonly mayCall: readonly string[];
}

const range = { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' };
const payments = [{ offlineMethod: 'cash', amount: 1, created: '2026-01-01T00:00:00Z' }];
const reservation = {
  channelId: 't-1',
  guestCount: 2,
  partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-1' },
  payments,
};

const senders: readonly (Omit<Sender, 'mayCall'> & Partial<Sender>)[] = [
  { name: 'channels.list', valid: [] },
  { name: 'menus.get', valid: [{ channelType: 'partner', partnerChannel: 'foodie' }] },
  { name: 'orders.create', valid: [{ ...order, payments }] },
  { name: 'orders.get', valid: ['o-1'] },
  { name: 'orders.list', valid: [{ ...range, status: 'complete' }] },
  {
    name: 'orders.update',
    valid: ['o-1', { status: 'cancelled' }],
    mayCall: ['orders.update', 'orders.get'],
  },
  { name: 'orders.cancel', valid: ['o-1'], mayCall: ['orders.update', 'orders.get'] },
  { name: 'orders.import', valid: [{ externalOrderSource: 'pos', orderDate: new Date(0) }] },
  {
    name: 'orders.waitFor',
    valid: ['o-1', { until: () => true }],
    mayCall: ['orders.get'],
  },
  { name: 'reservations.create', valid: [reservation] },
  {
    name: 'reservations.update',
    valid: ['o-1', { guestCount: 3 }],
    mayCall: ['reservations.update', 'orders.get'],
  },
  { name: 'reservations.cancel', valid: ['o-1'], mayCall: ['reservations.update', 'orders.get'] },
  { name: 'actionLogs.list', valid: [range] },
  { name: 'actionLogs.forOrder', valid: ['o-1'] },
  { name: 'baseMenus.create', valid: [{ menuItems: [{ photos: [] }] }] },
  { name: 'goodsReceipts.list', valid: [range] },
  {
    name: 'request',
    valid: [{ method: 'POST', path: '/suppliers/{id}', params: { id: 's-1' }, body: { b: 2 } }],
    mayCall: [],
  },
];

/** Every public function that sends requests. */
export const sending: readonly Sender[] = senders.map((sender) => ({
  mayCall: [sender.name],
  ...sender,
}));

/** A public function that takes options, as an argument or in one. */
export interface OptionTaker {
  /** As in the API reports: `createOutletPool`, or `Orders.list` for a method. */
  readonly name: string;
  /** Arguments that are valid without further options. */
  readonly valid: readonly unknown[];
  call(...input: readonly unknown[]): unknown;
}

const noop = () => {};
const outlet = clientOf(scriptedService());
const fake = createFakeOutlet();
const outbox = createOutbox({ store: createMemoryOutboxStore(), outlets: { get: () => outlet } });
await outbox.close();
const redis = { status: 'ready', eval: noop, evalsha: noop };
const copy = createOrderCopy({ store: createMemoryOrderStore() });
const run = { name: 'n', outletRef: 'bistro', checkpoints: createMemoryCheckpointStore() };

/** Every public function that takes options. */
export const takingOptions: readonly OptionTaker[] = [
  ...sending.map((sender) => ({
    name: sender.name
      .replace(/^request$/, 'outletClient.request')
      .replace(/^./, (first) => first.toUpperCase()),
    valid: sender.valid,
    call: (...input: readonly unknown[]) => callOf(outlet, sender, input),
  })),
  {
    name: 'OutletClient',
    valid: [{ baseUrl: 'https://pos.example', accessToken: 'token' }],
    call: (...input) => Reflect.construct(OutletClient, input),
  },
  method('OutletClient.withOptions', outlet),
  method('Paginator.toArray', outlet.orders.list(range)),
  taker(createOutletPool, { load: noop }),
  taker(dayRange, '2026-01-01', 'UTC'),
  taker(businessDayOf, range.from, 'UTC'),
  taker(takingsOf, { id: 'o-1' }, { timeZone: 'UTC', currency: 'THB' }),
  taker(createWebhookHandler, { verify: 'none' }),
  taker(parseWebhookEvent, { event: 'order.complete', id: 'o-1' }),
  taker(sharedSecret, { query: 'secret', value: 'a-secret-of-24-characters' }),
  taker(ipAllowList, ['203.0.113.7']),
  taker(toNodeListener, async () => new Response()),
  taker(createTestRequest, createTestEvent('order.complete')),
  taker(createOrderFeed, { onOrder: noop }),
  taker(createOutbox, { store: createMemoryOutboxStore(), outlets: { get: () => outlet } }),
  method('Outbox.addOrder', outbox, 'bistro', order),
  method('Outbox.addReservation', outbox, 'bistro', reservation),
  method('Outbox.run', outbox),
  taker(createOrderCopy, { store: createMemoryOrderStore() }),
  taker(createMemoryOrderStore),
  taker(createMemoryOutboxStore),
  method('OrderCopy.backfill', copy, outlet, { outletRef: 'bistro', from: range.from }),
  method('OrderCopy.reconcile', copy, outlet, { outletRef: 'bistro' }),
  taker(backfillOrders, outlet, { ...run, from: range.from, onOrders: noop }),
  taker(pollGoodsReceipts, outlet, { ...run, onChanged: noop }),
  taker(createRedisCheckpointStore, { redis }),
  taker(createRedisRateLimiter, { redis }),
  taker(createPostgresCheckpointStore, { pool: { query: noop } }),
  taker(createPostgresOutboxStore, { pool: { query: noop } }),
  taker(createPostgresOrderStore, { pool: { query: noop, connect: noop } }),
  taker(instrumentOutlet),
  taker(createUndiciFetch),
  taker(csv, orderTable),
  taker(csvText, [], orderTable),
  taker(startEmulator),
  taker(createFakeOutlet),
  method('FakeOutlet.addOutlet', fake),
  method('FakeOutlet.assume', fake),
  method('FakeOutlet.failNext', fake, { fault: 'latency' }),
  method('FakeOutlet.idle', fake),
  method('FakeOutlet.reset', fake),
  method('FakeOutlet.sendEvent', fake, { event: 'order.complete', key: 'order-data' }),
  method('FakeOutlet.waitFor', fake, () => true),
  method('FakeAutopilot.start', fake.autopilot),
  method('FakeKeys.create', fake.keys, { useCase: 'order-data' }),
];

function taker(called: (...input: never) => unknown, ...valid: readonly unknown[]): OptionTaker {
  return { name: called.name, valid, call: (...input) => Reflect.apply(called, undefined, input) };
}

function method(name: string, holder: object, ...valid: readonly unknown[]): OptionTaker {
  return { name, valid, call: (...input) => untyped(holder, name.split('.')[1] ?? '', input) };
}

/** Calls a method as a caller without types can. */
export function untyped(holder: object, name: PropertyKey, input: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(holder, name);
  if (typeof method !== 'function') throw new Error(`There is no method ${String(name)}.`);
  return Reflect.apply(method, holder, input);
}

/** Calls a sender by its name. */
export function callOf(outlet: OutletClient, { name }: Sender, input: readonly unknown[]): unknown {
  const [method = '', resource] = name.split('.').toReversed();
  return untyped(resource === undefined ? outlet : Object(Reflect.get(outlet, resource)), method, input);
}
