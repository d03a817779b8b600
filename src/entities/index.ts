export type * from './action-log.js';
export type * from './base-menu.js';
export type * from './channel.js';
export type { TimestampInput } from './field-types.js';
export type * from './goods-receipt.js';
export type * from './menu.js';
export type * from './order.js';
export type * from './payment.js';
export type * from './reservation.js';
