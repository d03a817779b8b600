import { createBaseMenu, createOrder, createReservation, importOrder } from './creations.js';
import type { Prepare } from './operation.js';
import { getMenu, getOrder, listChannels, readLog } from './reading.js';
import { cancelOrder, updateReservation } from './update.js';
import { listLogs, listOrders, listReceipts } from './walking.js';

const walks = {
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

/** All that a run can ask of the service, by the name that it has at the client. */
export const prepare = {
  ...writes,
  'orders.get': getOrder,
  'channels.list': listChannels,
  'actionLogs.forOrder': readLog,
  'menus.get': getMenu,
  ...walks,
} satisfies Record<string, Prepare>;

export type OperationKind = keyof typeof prepare;

export const operationKinds = Object.keys(prepare).filter(isKind);

/** Those that can be lost or doubled. */
export const writeKinds = operationKinds.filter((kind) => kind in writes);

export function isWalk(kind: OperationKind): boolean {
  return kind in walks;
}

function isKind(name: string): name is OperationKind {
  return name in prepare;
}
