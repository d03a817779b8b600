import type { Order, OrderItem } from '../../entities/index.js';
import type { UseCase } from '../../entities/use-case.js';
import type { Random } from '../../random.js';
import { totalOf } from '../outlet/bill.js';
import { createOrder, log, manager, type Origin, waiter } from '../outlet/orders.js';
import type { Outlet } from '../outlet/outlet.js';
import type { FakeDiscount } from '../outlet/state.js';
import { menuItems } from './menu.js';

const minute = 60_000;

export function addPastOrder(outlet: Outlet, created: number): void {
  const { random } = outlet;
  const kind = random.pick(['table', 'table', 'table', 'delivery', 'delivery', 'reservation', 'aggregated']);
  const isCancelled = random.next() < 0.15;
  const fields: Partial<Order> = {
    ...fieldsOf(outlet, kind),
    items: someItems(random),
    status: isCancelled ? 'cancelled' : 'complete',
  };
  const ended = iso(created + random.integer(20, 90) * minute);
  if (!isCancelled) {
    const amount = totalOf(outlet, fields);
    fields.payments = [{ offlineMethod: 'card', amount, currency: outlet.currency, created: ended }];
  }
  const stored = createOrder(outlet, fields, { ...originOf(outlet, kind), created: iso(created) });
  stored.order.updatedAt = ended;
  log(outlet, stored, 'orderSentToKitchen', waiter, {}, iso(created + 5 * minute));
  log(outlet, stored, isCancelled ? 'orderCancelled' : 'orderCompleted', manager, {}, ended);
}

const openDiscount: FakeDiscount = { name: 'Open Discount', amount: 2 };

function fieldsOf({ random }: Outlet, kind: string): Partial<Order> {
  const table = `table-${random.integer(1, 6)}`;
  const reference = random.hex(8);
  switch (kind) {
    case 'delivery':
    case 'aggregated':
      return {
        channelId: 'channel-foodie',
        partnerInfo: { partnerChannel: 'foodie', orderId: `F-${reference}` },
        appliedDiscounts: random.next() < 0.2 ? [openDiscount] : [],
      };
    case 'reservation':
      return {
        channelId: table,
        guestCount: random.integer(1, 8),
        partnerReservationInfo: {
          partnerName: 'tablebook',
          reservationId: `R-${reference}`,
          firstName: 'Kim',
        },
      };
    default:
      return { channelId: table };
  }
}

function originOf({ keys }: Outlet, kind: string): Origin {
  // A reset can keep the keys, and the keys of a use case can all be deleted.
  const firstOf = (useCase: UseCase) => keys.all().find((key) => key.useCase === useCase);
  switch (kind) {
    case 'delivery':
      return { createdBy: firstOf('digital-ordering') };
    case 'reservation':
      return { createdBy: firstOf('reservations') };
    default:
      return { partnerAggregated: kind === 'aggregated' };
  }
}

function someItems(random: Random): OrderItem[] {
  return Array.from({ length: random.integer(1, 4) }, (): OrderItem => {
    const item = random.pick(menuItems);
    const option = item.options[random.integer(0, item.options.length)];
    return {
      menuItemId: item.id,
      quantity: random.integer(1, 3),
      options: option ? [{ optionId: option.id, quantity: 1 }] : [],
    };
  });
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
