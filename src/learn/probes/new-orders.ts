import { v4 as uuid } from 'uuid';
import { isRecord } from '../../records.js';
import type { Caller } from '../caller.js';
import type { Callers } from '../callers.js';
import { createdPath } from '../created-orders.js';
import { pageOf } from '../pages.js';
import type { Situation } from '../probe.js';
import { itemsIn } from './fields.js';

/** The body of an order or a reservation. */
export type NewOrder = Readonly<Record<string, unknown>>;

/** Returns an order of one menu item; `undefined` if the outlet has no channel or no menu item. */
export async function newOrder(callers: Callers): Promise<NewOrder | undefined> {
  const channelId = (await channelOf(callers, 'partner')) ?? (await channelOf(callers, 'dine-in'));
  const menuItemId = await firstMenuItem(callers);
  if (channelId === undefined || menuItemId === undefined) return undefined;
  return {
    channelId,
    partnerInfo: { partnerChannel: await partnerChannelOf(callers), orderId: `learn-${uuid()}` },
    items: [{ menuItemId, quantity: 1 }],
  };
}

/** Returns a reservation; `undefined` if the outlet has no table. */
async function newReservation(callers: Callers): Promise<NewOrder | undefined> {
  const channelId = await channelOf(callers, 'dine-in');
  if (channelId === undefined) return undefined;
  const guest = { firstName: 'Test', lastName: 'Guest', phoneNumber: '+4930123456' };
  const partnerReservationInfo = { partnerName: 'learn', reservationId: `learn-${uuid()}`, ...guest };
  return { channelId, guestCount: 2, partnerReservationInfo };
}

/** Returns the ID of a channel. */
export async function channelOf(callers: Callers, type: string): Promise<string | undefined> {
  const [reader] = await callers.with('GET /channels');
  const reply = await reader?.read('GET /channels');
  const channel = reply && pageOf(reply)?.records.find((candidate) => candidate.type === type);
  return typeof channel?.id === 'string' ? channel.id : undefined;
}

/** Returns the partner channel of a recent order, because the API may accept no other. */
async function partnerChannelOf(callers: Callers): Promise<string> {
  const [reader] = await callers.with('GET /orders');
  const orders = (await reader?.records('GET /orders')) ?? [];
  const names = orders.map(({ partnerInfo }) => isRecord(partnerInfo) && partnerInfo.partnerChannel);
  return names.find((name) => typeof name === 'string') || 'learn';
}

async function firstMenuItem(callers: Callers): Promise<string | undefined> {
  const [reader] = await callers.with('GET /menus');
  const reply = await reader?.read('GET /menus');
  const menu: unknown = reply?.body;
  const places = typeof menu === 'object' && menu !== null ? [menu, ...Object.values(menu)] : [];
  return places.flatMap((place) => itemsIn(place) ?? [])[0]?.id;
}

const accepted = new WeakMap<Caller, Promise<boolean>>();

/** Returns a new order like one that the API accepted; `undefined` if it accepts none. */
export async function acceptableOrder(situation: Situation): Promise<NewOrder | undefined> {
  const { caller, callers } = situation;
  const isAccepted = accepted.get(caller) ?? createOrder(situation).then((path) => path !== undefined);
  accepted.set(caller, isAccepted);
  return (await isAccepted) ? newOrder(callers) : undefined;
}

/** Creates an order, and returns its path; `undefined` if the API rejects it. */
export async function createOrder({ caller, callers }: Situation): Promise<string | undefined> {
  const order = await newOrder(callers);
  return order && createdPath('/orders', await caller.send('POST', '/orders', order));
}

/** Creates a reservation, and returns its path; `undefined` if the API rejects it. */
export async function createReservation({ caller, callers }: Situation): Promise<string | undefined> {
  const path = '/orders/reservations';
  const reservation = await newReservation(callers);
  return reservation && createdPath(path, await caller.send('POST', path, reservation));
}
