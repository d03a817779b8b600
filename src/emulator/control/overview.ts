import type { Delivery } from '../../fake/deliveries/delivery.js';
import { VERSION } from '../../version.js';
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

  function deliveriesOfLastMinute(): Delivery[] {
    const since = new Date(clock.now() - minute).toISOString();
    const newest = deliveries.rows.findLastIndex(({ at }) => at < since);
    return deliveries.rows.slice(newest + 1);
  }

  route('GET /overview', () => {
    const sent = deliveriesOfLastMinute();
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
        failed: sent.filter(({ status }) => status !== 200).length,
        waiting: deliveries.waiting,
      },
      activeFaults: fake.faults.length,
      autopilotInterval: fake.autopilot.interval,
      keysWithoutWebhookUrl: outlet.keys.all().filter(({ webhookUrl }) => !webhookUrl).length,
    };
  });
}
