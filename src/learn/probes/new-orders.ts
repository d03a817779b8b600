import { v4 as uuid } from 'uuid';
import { isRecord } from '../../json.js';
import { type Caller, withAccess } from '../caller.js';
import { pageOf, readList } from '../pages.js';
import { itemsIn } from './fields.js';

/** The body of an order. */
export interface NewOrder {
  readonly channelId: unknown;
  readonly partnerInfo: object | undefined;
  readonly items: readonly object[];
}

/** Returns an order of one menu item; `undefined` if the outlet has no channel or no menu item. */
export async function newOrder(caller: Caller): Promise<NewOrder | undefined> {
  const channelId = (await channelOf(caller, 'partner')) ?? (await channelOf(caller, 'dine-in'));
  const menuItemId = await firstMenuItem(caller);
  if (channelId === undefined || menuItemId === undefined) return undefined;
  return {
    channelId,
    partnerInfo: { partnerChannel: await partnerChannelOf(caller), orderId: `learn-${uuid()}` },
    items: [{ menuItemId, quantity: 1 }],
  };
}

/** Returns the ID of a channel, which any key can read. */
export async function channelOf({ all }: Caller, type: string): Promise<unknown> {
  const [reader] = await withAccess(all, 'GET /channels');
  const page = reader && pageOf(await reader.read('GET /channels'));
  const channel = page?.records.find((candidate) => candidate.type === type);
  return channel?.id;
}

/** Returns the partner channel of a recent order, because the API may accept no other. */
async function partnerChannelOf({ all }: Caller): Promise<string> {
  const [reader] = await withAccess(all, 'GET /orders');
  const orders = reader ? (await readList(reader, 'GET /orders')).records : [];
  const names = orders.map(({ partnerInfo }) => isRecord(partnerInfo) && partnerInfo.partnerChannel);
  return names.find((name) => typeof name === 'string') || 'learn';
}

async function firstMenuItem({ all }: Caller): Promise<unknown> {
  const [reader] = await withAccess(all, 'GET /menus');
  const menu = (await reader?.read('GET /menus'))?.body;
  const places = typeof menu === 'object' && menu !== null ? [menu, ...Object.values(menu)] : [];
  return places.flatMap((place) => itemsIn(place) ?? [])[0]?.id;
}

const accepted = new WeakMap<Caller, Promise<boolean>>();

/** Returns a new order like one that the API accepted; `undefined` if it accepts none. */
export async function acceptableOrder(caller: Caller): Promise<NewOrder | undefined> {
  const isAccepted = accepted.get(caller) ?? createOrder(caller).then((path) => path !== undefined);
  accepted.set(caller, isAccepted);
  return (await isAccepted) ? newOrder(caller) : undefined;
}

/** Creates an order, and returns its path; `undefined` if the API rejects it. */
export async function createOrder(caller: Caller): Promise<string | undefined> {
  const order = await newOrder(caller);
  return order && (await caller.post('/orders', order)).created;
}

/** Creates a reservation, and returns its path; `undefined` if the API rejects it, or if the outlet has no table. */
export async function createReservation(caller: Caller): Promise<string | undefined> {
  const channelId = await channelOf(caller, 'dine-in');
  if (channelId === undefined) return undefined;
  const guest = { firstName: 'Test', lastName: 'Guest', phoneNumber: '+4930123456' };
  const partnerReservationInfo = { partnerName: 'learn', reservationId: `learn-${uuid()}`, ...guest };
  const reservation = { channelId, guestCount: 2, partnerReservationInfo };
  return (await caller.post('/orders/reservations', reservation)).created;
}
