import type { Assumptions } from '../../fake/assumptions.js';
import type { Probe, Reason } from '../probe.js';
import * as fields from './fields.js';
import * as lists from './lists.js';
import * as orderWrites from './order-writes.js';
import * as ranges from './ranges.js';
import * as rateLimit from './rate-limit.js';
import * as requests from './requests.js';

const webhooks: Reason = { notObservable: 'Webhooks are not part of this command.' };
const kitchen: Reason = { notObservable: 'Only the restaurant staff can send a reservation to the kitchen.' };
const dashboard: Reason = { notObservable: 'Only the merchant can edit and publish channels and menus.' };
const failures: Reason = { notObservable: 'A request cannot make the API fail.' };

/** How to find out each assumption. The order is that of the report. */
export const assumptionProbes = {
  cursorParam: lists.cursorParam,
  wrapper: lists.wrapper,
  bareLists: lists.bareLists,
  nextOnLastPage: lists.nextOnLastPage,
  sparsePages: lists.sparsePages,
  orderSorting: lists.orderSorting,
  bounds: ranges.bounds,
  ordersFilteredBy: ranges.ordersFilteredBy,
  orderRangeRequired: lists.orderRangeRequired,
  listsPartnerAggregated: lists.listsPartnerAggregated,
  menuWrapper: fields.menuWrapper,
  editsVisible: dashboard,
  undocumentedFields: fields.undocumentedFields,
  emptyFields: fields.emptyFields,
  emptyLists: fields.emptyLists,
  fieldErrors: fields.fieldErrors,
  headerDifference: fields.headerDifference,
  repeatedQueryParameter: requests.repeatedQueryParameter,
  wrongMethodStatus: requests.wrongMethodStatus,
  allows: requests.allows,
  discountField: orderWrites.discountField,
  dineInOrders: orderWrites.dineInOrders,
  partnerInfoRequired: orderWrites.partnerInfoRequired,
  endedOrderStatus: orderWrites.endedOrderStatus,
  foreignOrderStatus: orderWrites.foreignOrderStatus,
  foreignReservationStatus: orderWrites.foreignReservationStatus,
  startedReservationStatus: kitchen,
  reservationRuleStatus: orderWrites.reservationRuleStatus,
  replaysValidationErrors: orderWrites.replaysValidationErrors,
  replayAfterServerError: failures,
  concurrentDuplicate: orderWrites.concurrentDuplicate,
  eventPayloads: webhooks,
  webhooksForUnownedOrders: webhooks,
  webhooksForRevokedKeys: webhooks,
  outletUpdatedReceivers: webhooks,
  republishKeepsUpdatedAt: webhooks,
  webhookRetries: webhooks,
  webhookRetryDelay: webhooks,
  webhookTimeout: webhooks,
  webhookDelay: webhooks,
  webhookDuplicates: webhooks,
  // At the end, when the other probes have collected responses.
  windowPhase: rateLimit.windowPhase,
  retryAfter: rateLimit.retryAfter,
} satisfies { [Name in keyof Assumptions]: Probe<Assumptions[Name]> | Reason };
