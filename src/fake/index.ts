/** What the rest of the package uses of the fake. Nothing outside imports another file of this folder. */

export {
  type AssumptionOptions,
  type Assumptions,
  defaultAssumptions,
  definedIn,
  type PagedListName,
  type PerPagedList,
} from './assumptions.js';
export type { FakeAutopilot, FakeAutopilotOptions } from './controls/autopilot.js';
export type { FakeGoodsReceipts } from './controls/goods-receipt-controls.js';
export {
  type FakeOrders,
  type NewOrder,
  type OrderStep,
  orderSteps,
  statusesBefore,
} from './controls/order-controls.js';
export type { FakeChannels, FakeMenus, FakePublishing } from './controls/publishing-controls.js';
export {
  createFake,
  createFakeOutlet,
  type Fake,
  fakeOptions,
  type OutletParts,
} from './create-fake-outlet.js';
export type { Attempt, Delivery, Message, WebhookPayload } from './deliveries/delivery.js';
export { type WebhookFetch, webhookHeaders } from './deliveries/post-webhook.js';
export { FakeError, UnknownIdError } from './fake-error.js';
export type { FakeOutlet, FakeOutletOptions, NewOutlet, ResetOptions, TestEvent } from './fake-outlet.js';
export { fill } from './initial-data/fill.js';
export { billOf } from './outlet/bill.js';
export type { FakeClock } from './outlet/clock.js';
export type { ApiKey, FakeKey, FakeKeys, NewKey, SavedKeys } from './outlet/keys.js';
export { fromCents, isWholeCents } from './outlet/money.js';
export { actorOf, createOrder, type OrderFields, type OrderTotals } from './outlet/orders.js';
export type { Outlet, PhotoSource } from './outlet/outlet.js';
export { computeReceipt } from './outlet/receipt-arithmetic.js';
export {
  type Draft,
  type FakeActionLogEntry,
  type FakeChannel,
  type FakeDiscount,
  type FakeGoodsReceipt,
  type FakeGoodsReceiptLine,
  type FakeMenuItem,
  type FakeMenuOption,
  type FakeOrder,
  type FakeOutletDetails,
  type FakePhoto,
  type NewGoodsReceipt,
  type State,
  type StoredLogEntry,
  type StoredOrder,
  type StoredReceipt,
  visible,
} from './outlet/state.js';
export { rejectUnknown } from './reject-unknown.js';
export { BrokenConnectionError } from './service/broken-responses.js';
export {
  type ActiveFault,
  type Fault,
  type FaultKind,
  faultKinds,
  type PlannedFault,
} from './service/faults.js';
export { type FakeFetch, insteadOfService, type RecordedRequest } from './service/fetch.js';
export type { RememberedResponse, Repetition } from './service/idempotency.js';
export { type FakeRateLimit, windowStart } from './service/rate-window.js';
export {
  type FakeEndpoint,
  fakeEndpoints,
  matchRequest,
  type RequestMatcher,
  requestMatcher,
} from './service/router.js';
export { fakeTopics } from './topics.js';
