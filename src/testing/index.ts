/**
 * The test kit: a fake API in memory, as a function with the signature of `fetch`.
 *
 * @packageDocumentation
 */
export type { UseCase } from '../entities/index.js';
export type { Assumptions } from '../fake/assumptions.js';
export type { FakeClock } from '../fake/clock.js';
export { createFakeOutlet } from '../fake/create-fake-outlet.js';
export type { Delivery, WebhookFetch, WebhookOptions, WebhookPayload } from '../fake/deliveries.js';
export type { FakeOutlet, FakeOutletOptions } from '../fake/fake-outlet.js';
export type { Fault, FaultKind } from '../fake/faults.js';
export type { FakeFetch, RecordedRequest } from '../fake/fetch.js';
export type { NewGoodsReceipt } from '../fake/goods-receipts.js';
export type { FakeKey, FakeKeys, NewKey } from '../fake/keys.js';
export type { OrderTotals } from '../fake/orders.js';
export type { FakeRateLimit } from '../fake/rate-window.js';
export type { FakeGoodsReceipts } from '../fake/staff/goods-receipts.js';
export type { FakeOrders, NewOrder } from '../fake/staff/orders.js';
export type { FakeChannels, FakeMenus } from '../fake/staff/publishing.js';
export type {
  FakeActionLogEntry,
  FakeChannel,
  FakeGoodsReceipt,
  FakeMenuItem,
  FakeMenuOption,
  FakeOrder,
  FakePhoto,
} from '../fake/state.js';
export { checkpointStoreContract } from './contracts/checkpoint-store-contract.js';
export type { ContractCase } from './contracts/contract-case.js';
export { deduplicatorContract } from './contracts/deduplicator-contract.js';
export { rateLimiterContract } from './contracts/rate-limiter-contract.js';
