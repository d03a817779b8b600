import type { Delivery } from '../../fake/deliveries/delivery.js';
import type { DeliveryFilter, DeliveryView } from '../contract.js';
import { channelNames, titleOf } from './board.js';
import type { Emulation } from './emulation.js';
import { UnknownIdError } from './emulation.js';

/** The attempts to deliver webhooks, with numbers. */
export interface DeliveryViews {
  /** Returns the newest attempts that match, newest first. */
  list(filter: DeliveryFilter): DeliveryView[];
  /** Returns the newest attempts that delivered events about an order, newest first. */
  about(orderId: string, limit: number): DeliveryView[];
  /** Throws an `UnknownIdError` if there is no such attempt. */
  find(number: string): { delivery: Delivery; view: DeliveryView };
}

export function createDeliveryViews({ fake, outlet }: Emulation): DeliveryViews {
  /** The deliveries have no number of their own. A weak map lets the fake forget old ones. */
  const numbers = new WeakMap<Delivery, number>();
  let lastNumber = 0;

  /** Returns the deliveries, oldest first, after it has numbered the new ones. */
  function numbered(): readonly Delivery[] {
    const { deliveries } = fake;
    const firstNew = deliveries.findLastIndex((delivery) => numbers.has(delivery)) + 1;
    for (const delivery of deliveries.slice(firstNew)) {
      lastNumber += 1;
      numbers.set(delivery, lastNumber);
    }
    return deliveries;
  }

  /** Returns what an order is called. Creates the names of channels once for all rows of a list. */
  function createOrderTitle(): (delivery: Delivery) => string | undefined {
    const names = channelNames(outlet);
    return ({ payload }) => {
      const stored = outlet.state.orders.get(payload.id ?? '');
      return stored && titleOf(stored.order, names);
    };
  }

  function viewOf(delivery: Delivery, orderTitle: string | undefined): DeliveryView {
    const { key, payload, error, ...fields } = delivery;
    return {
      ...fields,
      number: numbers.get(delivery) ?? 0,
      keyId: keyIdOf(delivery),
      keyLabel: key.label,
      orderId: payload.id,
      orderTitle,
      payload: JSON.stringify(payload),
      error: error === undefined ? undefined : messageOf(error),
    };
  }

  function keyIdOf({ key }: Delivery): string {
    return outlet.keys.all().find((candidate) => candidate === key)?.id ?? '';
  }

  function newest(limit: number, matches: (delivery: Delivery) => boolean): DeliveryView[] {
    const orderTitle = createOrderTitle();
    return numbered()
      .filter(matches)
      .slice(-limit)
      .reverse()
      .map((delivery) => viewOf(delivery, orderTitle(delivery)));
  }

  return {
    list({ limit = 200, failed = false, keyId = '', search = '' }) {
      const text = search.trim().toLowerCase();
      const orderTitle = createOrderTitle();
      return newest(limit, (delivery) => {
        const { event, payload, status } = delivery;
        return (
          (!failed || status !== 200) &&
          (keyId === '' || keyIdOf(delivery) === keyId) &&
          (text === '' || `${event}\n${payload.id}\n${orderTitle(delivery)}`.toLowerCase().includes(text))
        );
      });
    },
    about: (orderId, limit) => newest(limit, ({ payload }) => payload.id === orderId),
    find(number) {
      const delivery = numbered().find((candidate) => numbers.get(candidate) === Number(number));
      if (!delivery)
        throw new UnknownIdError(`The outlet has no delivery ${number}. It keeps only the newest.`);
      return { delivery, view: viewOf(delivery, createOrderTitle()(delivery)) };
    },
  };
}

/** The global `fetch` fails with "fetch failed", and its cause says why. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : messageOf(error.cause);
  return cause === '' ? error.message : `${error.message}: ${cause}`;
}
