import type { DeliverySummary } from '../contract/deliveries.js';
import { deliveryView, findDelivery, listDeliveries } from './delivery-views.js';
import type { Emulation } from './emulation.js';
import { findKey } from './keys.js';
import type { AddRoute } from './route.js';
import { waitFor } from './wait-for.js';

const ended: readonly string[] = ['delivered', 'failed'];

export function deliveryRoutes(route: AddRoute, emulation: Emulation): void {
  route('GET /deliveries', ({ outlet, query: { limit, ...filter } }) =>
    listDeliveries(emulation, outlet, filter, limit),
  );
  route('GET /deliveries/{id}', ({ outlet, id }) =>
    deliveryView(outlet, findDelivery(emulation, outlet, id)),
  );
  route('POST /deliveries/{id}/redeliver', ({ outlet, id }) => {
    emulation.deliveries.redeliver(findDelivery(emulation, outlet, id));
  });
  route('GET /wait-for/delivery', ({ outlet, query: { timeout, ...filter }, signal }) => {
    if (filter.key !== undefined) findKey(outlet, filter.key);
    return waitFor(emulation, {
      outlet,
      find: () => listDeliveries(emulation, outlet, filter).at(-1),
      problem: () =>
        `No matching delivery has the state ${filter.state}. ${newestText(listDeliveries(emulation, outlet, {}, 3))}`,
      timeout,
      signal,
    });
  });
  route('GET /wait-for/idle', async ({ outlet, query: { timeout }, signal }) => {
    const open = () => listDeliveries(emulation, outlet, {}).filter(({ state }) => !ended.includes(state));
    await waitFor(emulation, {
      outlet,
      find: () => (open().length === 0 ? true : undefined),
      problem: () => `Deliveries are still open. ${newestText(open().slice(0, 3))}`,
      timeout,
      signal,
    });
  });
}

function newestText(deliveries: readonly DeliverySummary[]): string {
  if (deliveries.length === 0)
    return 'The outlet has sent no webhook. Check the webhook URL of the key, and which events it receives.';
  const lines = deliveries.map(({ event, keyLabel, state, response }) => {
    return `${event} to ${keyLabel} (${[state, response].filter(Boolean).join(': ')})`;
  });
  return `The newest deliveries are: ${lines.join('; ')}.`;
}
