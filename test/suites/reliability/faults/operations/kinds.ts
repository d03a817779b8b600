import { createBaseMenu, createOrder, createReservation, importOrder } from './creations.js';
import { listLogs, listOrders, listReceipts } from './listing.js';
import type { Prepare } from './operation.js';
import { getMenu, getOrder, listChannels, readLog } from './reading.js';
import { cancelOrder, updateReservation } from './update.js';

const lists = {
  'orders.list': listOrders,
  'actionLogs.list': listLogs,
  'goodsReceipts.list': listReceipts,
} satisfies Record<string, Prepare>;

const writes = {
  'orders.create': createOrder,
  'orders.import': importOrder,
  'reservations.create': createReservation,
  'baseMenus.create': createBaseMenu,
  'reservations.update': updateReservation,
  'orders.cancel': cancelOrder,
} satisfies Record<string, Prepare>;

/** All operations that a run can perform, by the name of the client's method. */
export const prepare = {
  ...writes,
  'orders.get': getOrder,
  'channels.list': listChannels,
  'actionLogs.forOrder': readLog,
  'menus.get': getMenu,
  ...lists,
} satisfies Record<string, Prepare>;

export type OperationKind = keyof typeof prepare;

export const operationKinds = Object.keys(prepare).filter(isKind);

/** The operations that can be lost or repeated. */
export const writeKinds = operationKinds.filter((kind) => kind in writes);

export function isList(kind: OperationKind): boolean {
  return kind in lists;
}

function isKind(name: string): name is OperationKind {
  return name in prepare;
}
