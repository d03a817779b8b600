import type { Message, Outlet } from '../../fake/index.js';
import { VERSION } from '../../version.js';
import { orderStatuses } from '../contract/orders.js';
import type { Overview } from '../contract/outlet.js';
import { orderTitles } from './board.js';
import { createdTwice } from './created-twice.js';
import { stateOf } from './delivery-outcome.js';
import { messagesOf } from './delivery-views.js';
import type { EmulatorState } from './emulator-state.js';
import { faultsOf } from './faults.js';
import { publishableOf } from './menus.js';
import type { AddRoute } from './route.js';

const minute = 60_000;

export function outletDetailRoutes(route: AddRoute, emulator: EmulatorState): void {
  const { outlets, clock, requests, rateLimit, settings } = emulator;

  /** Returns the events that keys were sent in the last minute. */
  function sentInLastMinute(messages: readonly Message[]): Message[] {
    const since = new Date(clock.now() - minute).toISOString();
    return messages.filter(({ attempts }) => (attempts.at(-1)?.at ?? '') >= since);
  }

  route('GET /overview', ({ outlet, fake, origin }) => {
    const messages = messagesOf(emulator, outlet);
    const sent = sentInLastMinute(messages);
    return {
      version: VERSION,
      baseUrl: origin,
      outletId: outlet.outletId,
      outletName: outlet.state.details.name,
      outlets: outlets.map(({ outlet: { outletId, state } }) => ({ outletId, name: state.details.name })),
      now: clock.timestamp(),
      clockAheadBy: clock.aheadBy,
      isClockHeld: clock.isHeld,
      hostile: settings.hostile,
      rateLimited: rateLimit !== false,
      orders: countByStatus(outlet),
      createdTwice: laterDuplicates(outlet),
      unpublished: {
        menu: publishableOf(outlet.state.menuItems, outlet).hasUnpublishedChanges,
        channels: publishableOf(outlet.state.channels, outlet).hasUnpublishedChanges,
      },
      requests: requests.lastMinute(outlet),
      deliveries: {
        total: sent.length,
        failed: messages.filter((message) => stateOf(message) === 'failed').length,
        retrying: messages.filter((message) => stateOf(message) === 'retrying').length,
      },
      activeFaults: faultsOf(emulator, outlet).length,
      autopilotInterval: fake.autopilot.interval,
      keysWithoutWebhookUrl: outlet.keys.all().filter(({ webhookUrl }) => !webhookUrl).length,
    };
  });
  route('GET /details', ({ outlet: { outletId, merchantId, currency, state } }) => {
    return { outletId, merchantId, currency, details: state.details };
  });
  route('PATCH /details', ({ fake, body }) => {
    fake.updateOutlet(body);
  });
}

function laterDuplicates(outlet: Outlet): Overview['createdTwice'] {
  const titleOf = orderTitles(outlet);
  return [...createdTwice(outlet)]
    .filter(([orderId, [first]]) => first?.order.id !== orderId)
    .map(([orderId]) => ({ orderId, title: titleOf(orderId) ?? orderId }));
}

function countByStatus({ state }: Outlet): { status: string; count: number }[] {
  const counts = new Map<string, number>(orderStatuses.map((status) => [status, 0]));
  for (const { order } of state.orders.values())
    counts.set(order.status, (counts.get(order.status) ?? 0) + 1);
  return Array.from(counts, ([status, count]) => ({ status, count }));
}
