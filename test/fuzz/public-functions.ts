import { OutletClient } from 'outlet-open-api';
import { clientOf, order, scriptedService } from '../scripted-service.js';

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
  { name: 'orders.update', valid: ['o-1', { status: 'cancelled' }] },
  { name: 'orders.cancel', valid: ['o-1'], mayCall: ['orders.update', 'orders.get'] },
  { name: 'orders.import', valid: [{ externalOrderSource: 'pos', orderDate: new Date(0) }] },
  {
    name: 'orders.waitFor',
    valid: ['o-1', { until: () => true }],
    mayCall: ['orders.get'],
  },
  { name: 'reservations.create', valid: [reservation] },
  { name: 'reservations.update', valid: ['o-1', { guestCount: 3 }] },
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

/** A public function that takes options, as arguments or as members of an argument. */
export interface OptionTaker {
  /** As in the API reports: `createOutletPool`, or `Orders.list` for a method. */
  readonly name: string;
  /** Valid arguments, as far as they are required. */
  readonly valid: readonly unknown[];
  call(...input: readonly unknown[]): unknown;
}

const service = scriptedService();
const outlet = clientOf(service);

/** Every public function that takes options. */
export const takingOptions: readonly OptionTaker[] = [
  ...sending.map((sender) => ({
    ...sender,
    name:
      sender.name === 'request'
        ? 'OutletClient.request'
        : sender.name.replace(/^./, (first) => first.toUpperCase()),
    call: (...input: readonly unknown[]) => callOf(outlet, sender, input),
  })),
  {
    name: 'OutletClient',
    valid: [{ baseUrl: 'https://pos.example', accessToken: 'token' }],
    call: (...input) => Reflect.construct(OutletClient, input),
  },
  { name: 'OutletClient.withOptions', valid: [], call: (...input) => untyped(outlet, 'withOptions', input) },
  {
    name: 'Paginator.toArray',
    valid: [],
    call: (...input) => untyped(outlet.orders.list(range), 'toArray', input),
  },
];

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
