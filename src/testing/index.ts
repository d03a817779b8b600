/**
 * Contains a stateful fake of the API in memory, as a function with the signature of `fetch`.
 *
 * @packageDocumentation
 */
// The client loads the schemas with its first call, which cannot wait for a file if a test fakes timers.
import '../schemas/entities.js';

export type { UseCase } from '../entities/use-case.js';
export {
  type ActiveFault,
  type AssumptionOptions,
  type Assumptions,
  createFakeOutlet,
  type Delivery,
  type FakeActionLogEntry,
  type FakeAutopilot,
  type FakeAutopilotOptions,
  type FakeChannel,
  type FakeChannels,
  type FakeClock,
  type FakeDiscount,
  type FakeEndpoint,
  type FakeFetch,
  type FakeGoodsReceipt,
  type FakeGoodsReceiptLine,
  type FakeGoodsReceipts,
  type FakeKey,
  type FakeKeys,
  type FakeMenuItem,
  type FakeMenuOption,
  type FakeMenus,
  type FakeOrder,
  type FakeOrders,
  type FakeOutlet,
  type FakeOutletDetails,
  type FakeOutletOptions,
  type FakePhoto,
  type FakePublishing,
  type FakeRateLimit,
  type Fault,
  type FaultKind,
  type NewGoodsReceipt,
  type NewKey,
  type NewOrder,
  type NewOutlet,
  type OrderTotals,
  type PagedListName,
  type PerPagedList,
  type PhotoSource,
  type RecordedRequest,
  type ResetOptions,
  type TestEvent,
  type WebhookFetch,
  type WebhookPayload,
} from '../fake/index.js';
export { checkpointStoreContract } from './contracts/checkpoint-store-contract.js';
export type { ContractCase } from './contracts/contract-case.js';
export { orderStoreContract } from './contracts/order-store-contract.js';
export { outboxStoreContract } from './contracts/outbox-store-contract.js';
export { rateLimiterContract } from './contracts/rate-limiter-contract.js';
