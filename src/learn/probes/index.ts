import type { AssumptionProbes, Reason } from '../probe.js';
import { fieldProbes } from './fields.js';
import { listProbes } from './lists.js';
import { orderProbes } from './order-writes.js';
import { rangeProbes } from './ranges.js';
import { rateLimitProbes, requestProbes } from './requests.js';

const webhooks: Reason = { notObservable: 'Webhooks are not part of this command.' };

/** How to find out each assumption. The order is that of the report. */
export const assumptionProbes: AssumptionProbes = {
  ...listProbes,
  ...rangeProbes,
  ...fieldProbes,
  ...requestProbes,
  ...orderProbes,
  // At the end, when the other probes have collected responses.
  ...rateLimitProbes,
  editsVisible: { notObservable: 'Only the merchant can edit and publish channels and menus.' },
  startedReservationStatus: {
    notObservable: 'Only the restaurant staff can send a reservation to the kitchen.',
  },
  replayAfterServerError: { notObservable: 'A request cannot make the API fail.' },
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
};
