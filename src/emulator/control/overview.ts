import type { Message } from '../../fake/deliveries/delivery.js';
import { VERSION } from '../../version.js';
import { hasFailed } from './delivery-outcome.js';
import { publishableOf } from './publishable.js';
import type { ControlContext } from './route.js';

const minute = 60_000;

export function overviewRoutes({ route, emulation }: ControlContext): void {
  const { fake, outlet, clock, deliveries, requests, rateLimit } = emulation;

  function ordersByStatus(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { order } of outlet.state.orders.values()) {
      counts[order.status] = (counts[order.status] ?? 0) + 1;
    }
    return counts;
  }

  /** Returns the events that keys were sent in the last minute. */
  function sentInLastMinute(): Message[] {
    const since = new Date(clock.now() - minute).toISOString();
    return deliveries.messages.filter(({ attempts }) => (attempts.at(-1)?.at ?? '') >= since);
  }

  route('GET /overview', () => {
    const sent = sentInLastMinute();
    return {
      version: VERSION,
      baseUrl: fake.baseUrl,
      outletId: outlet.outletId,
      outletName: outlet.state.details.name,
      now: clock.timestamp(),
      clockAheadBy: clock.aheadBy,
      hostile: emulation.settings.hostile,
      rateLimited: rateLimit !== false,
      ordersByStatus: ordersByStatus(),
      unpublished: {
        menu: publishableOf(outlet.state.menuItems, outlet).hasUnpublishedChanges,
        channels: publishableOf(outlet.state.channels, outlet).hasUnpublishedChanges,
      },
      requests: requests.lastMinute(),
      deliveries: {
        total: sent.length,
        failed: sent.filter(hasFailed).length,
        waiting: deliveries.waiting,
      },
      activeFaults: fake.faults.length,
      autopilotInterval: fake.autopilot.interval,
      keysWithoutWebhookUrl: outlet.keys.all().filter(({ webhookUrl }) => !webhookUrl).length,
    };
  });
}
