export * from './action-log.js';
export * from './base-menu.js';
export * from './channel.js';
export * from './goods-receipt.js';
export * from './menu.js';
export * from './order.js';
export * from './payment.js';
export * from './reservation.js';
