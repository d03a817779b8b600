import type { OrderItem } from '../../entities/index.js';
import { isRecord, parseJson } from '../../json.js';
import type { FakeOrder } from '../../testing/index.js';
import {
  compareCancellation,
  compareCount,
  eachRequest,
  liveStatuses,
  onlyRequestedOrders,
} from '../guest-checks.js';
import type { BackendOrder } from '../read-orders.js';
import type { Check, Difference } from '../scenario.js';
import { requestsOf } from '../shared-checks.js';
import type { DigitalOrderingRun, GuestOrder } from './run.js';
import { ordersInTime } from './steady-rate.js';

/** The currency of the outlet. */
const currency = 'EUR';

type State = readonly BackendOrder[];

/** Compares each order of a guest. */
const eachOrder = eachRequest<GuestOrder, BackendOrder>(({ reference }) => reference);

/** The checks of a backend that sends orders to the outlet. */
export const digitalOrderingChecks: readonly Check<DigitalOrderingRun, State>[] = [
  {
    name: 'one-order-per-reference',
    text: 'The backend accepts each valid order, and the outlet has it once, with its reference as partnerInfo.orderId. It has no invalid order.',
    rule: 'Limits, idempotency rules 1 and 2',
    advice:
      'Store an idempotency key with the order before the first POST, and send this key with every attempt, also after a restart. Find the order by its reference before you create one, and let the database reject a second one of the same moment.',
    examine: (run, state) => eachOrder(run, state, compareCount('placeOrder')),
  },
  {
    name: 'no-other-order',
    text: 'Each order that the backend creates at the outlet has the reference of a guest as partnerInfo.orderId.',
    rule: 'Endpoints, POST /orders',
    advice: "Send one POST for each order of a guest, with the guest's reference as partnerInfo.orderId.",
    examine: (run) => onlyRequestedOrders(run, 'the reference of a guest'),
  },
  {
    name: 'as-placed',
    text: 'The order at the outlet has the items, quantities and options of the guest, CHANNEL_ID and PARTNER_CHANNEL, and payments in the currency of the outlet.',
    rule: 'Endpoints, POST /orders',
    advice:
      'Copy items, quantities and options of the guest unchanged, and take the channel, the partner name and the currency from your settings.',
    guide: 'digital-ordering.md#order',
    examine: (run, state) =>
      eachOrder(run, state, (order, [atOutlet]) => (atOutlet ? compareContent(run, order, atOutlet) : null)),
  },
  {
    name: 'status',
    text: 'The backend knows the ID and the status of each order, and that of a rejected order differs from before.',
    rule: 'Flows, Digital Ordering, step 4',
    advice:
      'Read the order again after each event, and keep the response that was requested last. Store events before you respond, and the state before the process can end.',
    examine: (run, state) =>
      // With two orders at the outlet, it is unclear which of them the backend knows.
      eachOrder(run, state, (order, [atOutlet, second], [inBackend]) =>
        second ? null : compareStatus(order, atOutlet, inBackend),
      ),
  },
  {
    name: 'cancellation',
    text: 'The backend confirms a cancellation only if the outlet cancels the order, and rejects none that is in time.',
    rule: 'Endpoints, PUT /orders/:id',
    advice:
      'Confirm a cancellation after the API has accepted it, or respond with 202. Store the wish before you respond, also if the outlet does not have the order yet. If it is too late, respond with 409.',
    guide: 'digital-ordering.md#cancel-an-order',
    examine: (run, state) => eachOrder(run, state, compareCancellation('cancelOrder')),
  },
  {
    name: 'published-prices',
    text: 'If an order is sent with payments, they are the price of the published menu, or of the menu that the backend has read last.',
    rule: 'Flows, Digital Ordering, step 2',
    advice:
      'Calculate the payment once, from the published menu as GET /menus returns it with your partnerChannel, and store it with the order.',
    guide: 'digital-ordering.md#menu',
    examine: (run, state) =>
      eachOrder(run, state, (order, [atOutlet]) => {
        const payments = paymentsOf(run, order);
        if (!atOutlet || payments.length === 0) return null;
        const right = [atOutlet.total, order.totalBefore ?? atOutlet.total].map(cents);
        const wrong = payments.find((paid) => !right.includes(paid));
        if (wrong === undefined) return undefined;
        const expected = `${(cents(atOutlet.total) / 100).toFixed(2)}, the total at the outlet`;
        return { expected, found: `payments of ${(wrong / 100).toFixed(2)}`, canHeal: false };
      }),
  },
  ordersInTime,
];

function compareContent(
  { environment }: DigitalOrderingRun,
  { items }: GuestOrder,
  atOutlet: FakeOrder,
): Difference | undefined {
  const { channelId, partnerChannel } = environment.settings();
  const foreign = atOutlet.payments.find((payment) => payment.currency && payment.currency !== currency);
  const [wanted, sent] = [contentOf(items), contentOf(atOutlet.items)];
  const differences: readonly (readonly [string, string])[] = [
    [wanted, sent],
    [`channelId ${channelId}`, `channelId ${atOutlet.channelId}`],
    [`partnerChannel ${partnerChannel}`, `partnerChannel ${atOutlet.partnerInfo?.partnerChannel}`],
    [`payments in ${currency}`, `payments in ${foreign?.currency ?? currency}`],
  ];
  const difference = differences.find(([expected, found]) => expected !== found);
  return difference && { expected: difference[0], found: difference[1], canHeal: false };
}

/** Returns items in words. Equal lines can be joined, and their sequence does not matter. */
function contentOf(items: readonly OrderItem[]): string {
  const quantities = new Map<string, number>();
  for (const { menuItemId, quantity, options } of items) {
    const added = (options ?? []).map((option) => ` with ${option.quantity ?? 1} × ${option.optionId}`);
    const line = `${menuItemId}${added.sort().join('')}`;
    quantities.set(line, (quantities.get(line) ?? 0) + (quantity ?? 1));
  }
  return [...quantities]
    .map(([line, quantity]) => `${quantity} × ${line}`)
    .sort()
    .join(', ');
}

function compareStatus(
  { isInvalid, statusBefore, cancellation }: GuestOrder,
  atOutlet: FakeOrder | undefined,
  inBackend: BackendOrder | undefined,
): Difference | undefined {
  const status = inBackend?.status ?? 'missing in your backend';
  if (!atOutlet) {
    const isGone = isInvalid || cancellation !== undefined;
    if (isGone && liveStatuses.includes(status))
      return { expected: 'a status that says that the outlet does not have the order', found: status };
    if (isInvalid && statusBefore !== undefined && status === statusBefore)
      return { expected: 'another status than before the outlet rejected the order', found: status };
    return undefined;
  }
  if (status !== atOutlet.status) return { expected: atOutlet.status, found: status };
  const { id } = inBackend ?? {};
  return id === atOutlet.id ? undefined : { expected: `the ID ${atOutlet.id}`, found: String(id) };
}

/** Returns the sum of the payments of each attempt to create an order that has payments, in cents. */
function paymentsOf(run: DigitalOrderingRun, { reference }: GuestOrder): readonly number[] {
  return requestsOf(run).flatMap(({ method, path, body, headers }) => {
    if (method !== 'POST' || path !== '/orders' || !body.includes(JSON.stringify(reference))) return [];
    // Another outlet can have an order with the same reference.
    if (!headers.authorization?.endsWith(run.environment.key().token)) return [];
    const order = parseJson(body);
    if (!isRecord(order) || !Array.isArray(order.payments) || order.payments.length === 0) return [];
    return [order.payments.reduce((sum: number, payment) => sum + cents(payment?.amount), 0)];
  });
}

function cents(amount: unknown): number {
  return Math.round(Number(amount ?? 0) * 100);
}
