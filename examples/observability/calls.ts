import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { OrderCreateParams, OutletClient } from 'outlet-open-api';
import { backfillOrders, createMemoryCheckpointStore } from 'outlet-open-api/sync';

const oneDay = 24 * 60 * 60 * 1_000;
const tracer = trace.getTracer('observability-example');

/** Menu fields are undocumented, so declare those that you use. */
interface Menu {
  readonly menuItems: readonly { readonly id: string }[];
}

/** Returns an order of the first dish. */
export async function newOrder(outlet: OutletClient): Promise<OrderCreateParams> {
  const menu = await outlet.menus.get<Menu>({ channelType: 'partner', partnerChannel: 'foodie' });
  const [dish] = menu.menuItems;
  if (!dish) throw new Error('The menu is empty.');
  return {
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
    items: [{ menuItemId: dish.id, quantity: 1 }],
  };
}

/** Forwards an order while other code reads open orders with the same key. The calls are children of a span of the application. */
export function forwardOrder(
  outlet: OutletClient,
  order: OrderCreateParams,
  openOrders: readonly { readonly id: string }[],
): Promise<void> {
  return tracer.startActiveSpan('forward order', async (span) => {
    try {
      await Promise.all([...openOrders.map(({ id }) => outlet.orders.get(id)), outlet.orders.create(order)]);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Copies the orders of two weeks. `instrumentOutlet` creates the span of the run. */
export async function copyOrders(outlet: OutletClient): Promise<void> {
  await backfillOrders(outlet, {
    name: 'backfill',
    outletRef: 'bistro',
    from: new Date(Date.now() - 14 * oneDay),
    checkpoints: createMemoryCheckpointStore(),
    onOrders: () => {}, // write them to your database
  });
}
