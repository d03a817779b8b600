/**
 * Keeps another system in step with the outlet's orders.
 *
 * @packageDocumentation
 */
export { isInvalidRequestError, isOrderFeedError } from '../errors/guards.js';
export { InvalidRequestError } from '../errors/invalid-request-error.js';
export type { Issue } from '../errors/issue.js';
export { OrderFeedError, type OrderFeedReason } from '../errors/order-feed-error.js';
export { createOrderFeed, type OrderFeed } from './order-feed/create-order-feed.js';
export type {
  OrderFeedClient,
  OrderFeedErrorInfo,
  OrderFeedInfo,
  OrderFeedOptions,
  OrderFeedOutcome,
} from './order-feed/options.js';
