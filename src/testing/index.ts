/**
 * Contains a stateful fake of the API in memory, as a function with the signature of `fetch`.
 *
 * @packageDocumentation
 */
// The client loads the schemas with its first call, which cannot wait for a file if a test fakes timers.
import '../schemas/index.js';

export type { UseCase } from '../entities/use-case.js';
export type { AssumptionOptions, Assumptions, PagedListName } from '../fake/assumptions.js';
export type { FakeAutopilot, FakeAutopilotOptions } from '../fake/controls/autopilot.js';
export type { FakeGoodsReceipts } from '../fake/controls/goods-receipt-controls.js';
export type { FakeOrders, NewOrder } from '../fake/controls/order-controls.js';
export type { FakeChannels, FakeMenus, FakePublishing } from '../fake/controls/publishing-controls.js';
export { createFakeOutlet } from '../fake/create-fake-outlet.js';
export type { Delivery, WebhookPayload } from '../fake/deliveries/delivery.js';
export type { WebhookFetch } from '../fake/deliveries/post-webhook.js';
export type {
  FakeOutlet,
  FakeOutletOptions,
  NewOutlet,
  ResetOptions,
  TestEvent,
} from '../fake/fake-outlet.js';
export type { FakeClock } from '../fake/outlet/clock.js';
export type { FakeKey, FakeKeys, NewKey } from '../fake/outlet/keys.js';
export type { OrderTotals } from '../fake/outlet/orders.js';
export type { PhotoSource } from '../fake/outlet/outlet.js';
export type {
  FakeActionLogEntry,
  FakeChannel,
  FakeGoodsReceipt,
  FakeMenuItem,
  FakeMenuOption,
  FakeOrder,
  FakeOutletDetails,
  FakePhoto,
  NewGoodsReceipt,
} from '../fake/outlet/state.js';
export type { ActiveFault, Fault, FaultKind } from '../fake/service/faults.js';
export type { FakeFetch, RecordedRequest } from '../fake/service/fetch.js';
export type { FakeRateLimit } from '../fake/service/rate-window.js';
export type { FakeEndpoint } from '../fake/service/router.js';
export { checkpointStoreContract } from './contracts/checkpoint-store-contract.js';
export type { ContractCase } from './contracts/contract-case.js';
export { deduplicatorContract } from './contracts/deduplicator-contract.js';
export { rateLimiterContract } from './contracts/rate-limiter-contract.js';
