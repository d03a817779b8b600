import type { DeliverySummary } from '../contract/deliveries.js';
import { stateOf } from './delivery-outcome.js';
import { deliveryView, findDelivery, listDeliveries, messagesOf } from './delivery-views.js';
import type { EmulatorState } from './emulator-state.js';
import { findKey } from './keys.js';
import type { AddRoute } from './route.js';
import { waitFor } from './wait-for.js';

const ended: readonly string[] = ['delivered', 'failed'];

export function deliveryRoutes(route: AddRoute, emulator: EmulatorState): void {
  route('GET /deliveries', ({ outlet, query: { limit, ...filter } }) =>
    listDeliveries(emulator, outlet, filter, limit),
  );
  route('GET /deliveries/{id}', ({ outlet, id }) =>
    deliveryView(emulator.requests, outlet, findDelivery(emulator, outlet, id)),
  );
  route('POST /deliveries/redeliver-failed', ({ outlet }) => {
    const failed = messagesOf(emulator, outlet).filter((message) => stateOf(message) === 'failed');
    const receivable = failed.filter(({ url }) => url() !== undefined);
    // If there is none, the first one says why.
    for (const message of receivable.length > 0 ? receivable : failed) emulator.deliveries.redeliver(message);
    return { count: receivable.length };
  });
  route('POST /deliveries/{id}/redeliver', ({ outlet, id }) => {
    emulator.deliveries.redeliver(findDelivery(emulator, outlet, id));
  });
  route('GET /wait-for/delivery', ({ outlet, query: { timeout, ...filter }, signal }) => {
    if (filter.key !== undefined) findKey(outlet, filter.key);
    return waitFor(emulator, {
      outlet,
      find: () => listDeliveries(emulator, outlet, filter).at(-1),
      problem: () =>
        `No matching delivery has the state ${filter.state}. ${newestText(listDeliveries(emulator, outlet, {}, 3))}`,
      timeout,
      signal,
    });
  });
  route('GET /wait-for/idle', async ({ outlet, query: { timeout }, signal }) => {
    const open = () => listDeliveries(emulator, outlet, {}).filter(({ state }) => !ended.includes(state));
    await waitFor(emulator, {
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
