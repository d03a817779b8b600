import type { OrderItem } from '../../entities/index.js';
import type { FakeOrder } from '../../testing/index.js';
import { CallFailedError, perform } from '../calls.js';
import { type Environment, type ScenarioRun, someItems } from '../environment.js';
import type { DigitalOrderingActions } from '../verification.js';
import { pause } from '../waiting.js';

/** The pause between two things that the staff does, in milliseconds. */
const staffPause = 150;

/** The statuses with which a backend rejects an order. After any other failure, a repeat can succeed. */
const rejections = [400, 404, 410, 422];

/** What the backend said to a guest. */
type Reply = 'accepted' | 'rejected' | 'failed';

/** An order of a guest. */
export interface GuestOrder {
  readonly reference: string;
  readonly items: readonly OrderItem[];
  reply: Reply;
  /** Why the backend did not accept the order. */
  reason?: string;
  /** Whether the outlet cannot accept the order, because an item is not on its menu. */
  readonly isInvalid: boolean;
  /** Whether the backend accepted a cancellation while the order was open. */
  isCancelled: boolean;
}

/** A scenario of Digital Ordering: guests order in the backend, and the staff works in the outlet. */
export interface DigitalOrderingRun extends ScenarioRun {
  readonly orders: readonly GuestOrder[];
  /** Orders in the backend as a guest's app does, which repeats the order until there is a reply. Default: some items of the menu. */
  place(items?: readonly OrderItem[], isInvalid?: boolean): Promise<GuestOrder>;
  /** Sends an order again that the backend has accepted, as an app does after a lost response. */
  placeAgain(order: GuestOrder): Promise<void>;
  /** Returns the orders of a guest's order that the outlet has. */
  atOutlet(order: GuestOrder): readonly FakeOrder[];
  /** Waits until the outlet has the order. Returns undefined if the order takes too long. */
  arrival(order: GuestOrder): Promise<FakeOrder | undefined>;
  /** Cancels an order in the backend, as its guest does. */
  cancel(order: GuestOrder): Promise<void>;
  refreshMenu(): Promise<void>;
}

export function createDigitalOrderingRun(
  environment: Environment,
  actions: DigitalOrderingActions,
): DigitalOrderingRun {
  const { fake, settleTimeout } = environment;
  const orders: GuestOrder[] = [];

  /** Repeats a request as an app does, until the backend replies. */
  async function repeat(
    request: () => Promise<unknown>,
    rejections: readonly number[],
  ): Promise<{ reply: Reply; reason?: string }> {
    const end = performance.now() + settleTimeout;
    for (let delay = 1_000; ; delay *= 2) {
      try {
        await request();
        return { reply: 'accepted' };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof CallFailedError && rejections.includes(error.status))
          return { reply: 'rejected', reason };
        if (performance.now() + delay > end) return { reply: 'failed', reason };
      }
      await pause(delay);
    }
  }

  const send = ({ reference, items }: GuestOrder) =>
    repeat(() => perform(actions.placeOrder, { reference, items }, environment.settings()), rejections);

  const run: DigitalOrderingRun = {
    environment,
    began: Date.now(),
    forgeries: [],
    orders,
    async place(items = someItems(environment), isInvalid = false) {
      const order: GuestOrder = {
        reference: environment.newReference(),
        items,
        reply: 'failed',
        isInvalid,
        isCancelled: false,
      };
      orders.push(order);
      return Object.assign(order, await send(order));
    },
    async placeAgain(order) {
      await send(order);
    },
    atOutlet: ({ reference }) =>
      fake.orders.all().filter(({ partnerInfo }) => partnerInfo?.orderId === reference),
    arrival: (order) =>
      fake.waitFor(() => run.atOutlet(order)[0], { timeout: settleTimeout }).catch(() => undefined),
    async cancel(order) {
      const [found] = run.atOutlet(order);
      if (!found) return;
      const { id, status } = found;
      const { reference } = order;
      // A 409 says that it is too late.
      const { reply, reason } = await repeat(
        () => perform(actions.cancelOrder, { reference, id }, environment.settings()),
        [...rejections, 409],
      );
      if (reply === 'failed' || (reply === 'rejected' && status === 'open'))
        throw new Error(`cancelOrder failed for ${reference}, which is ${status}: ${reason}`);
      order.isCancelled = status === 'open';
    },
    async refreshMenu() {
      if (actions.refreshMenu) await perform(actions.refreshMenu, {}, environment.settings());
    },
    async open() {
      const placed = await Promise.all(Array.from({ length: 4 }, () => run.place()));
      await Promise.all(placed.filter(({ reply }) => reply === 'accepted').map(run.arrival));
    },
    async finish() {
      const [first] = orders;
      if (first) await run.cancel(first);
      const open = orders
        .slice(1)
        .map((order) => run.atOutlet(order).filter(({ status }) => status === 'open'));
      const [cancelled = [], ...kept] = open;
      for (const { id } of cancelled) {
        fake.orders.inKitchen(id);
        await pause(staffPause);
        fake.orders.cancel(id);
      }
      for (const step of ['inKitchen', 'ready', 'complete'] as const) {
        for (const { id } of kept.flat()) {
          await pause(staffPause);
          fake.orders[step](id);
        }
      }
    },
    orderIds: () => orders.flatMap((order) => run.atOutlet(order).map(({ id }) => id)),
  };
  return run;
}
