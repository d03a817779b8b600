import { z } from 'zod';
import type { Delivery } from '../../fake/deliveries/deliveries.js';
import type { DeliveryView } from '../contract.js';
import { type ControlContext, UnknownIdError } from './route.js';

const defaultLimit = 200;
const deliveryFilter = z.object({
  limit: z.coerce.number().int().positive().max(10_000).exactOptional(),
  failed: z.stringbool().exactOptional(),
});

export function deliveryRoutes({ route, emulation: { fake, outlet } }: ControlContext): void {
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

  function viewOf(delivery: Delivery): DeliveryView {
    const { key, event, url, payload, attempt, at, duration, status, responseBody, error, retryAt } =
      delivery;
    return {
      number: numbers.get(delivery) ?? 0,
      keyId: outlet.keys.all().find((candidate) => candidate === key)?.id ?? '',
      keyLabel: key.label,
      event,
      url,
      payload: JSON.stringify(payload),
      attempt,
      at,
      duration,
      status,
      responseBody,
      error: error === undefined ? undefined : messageOf(error),
      retryAt,
    };
  }

  route('GET /deliveries', deliveryFilter, ({ query: { limit = defaultLimit, failed = false } }) => {
    const all = numbered();
    const wanted = failed ? all.filter(({ status }) => status !== 200) : all;
    return wanted.slice(-limit).reverse().map(viewOf);
  });
  route('POST /deliveries/:id/redeliver', ({ id }) => {
    const delivery = numbered().find((candidate) => numbers.get(candidate) === Number(id));
    if (!delivery) throw new UnknownIdError(`The outlet has no delivery ${id}. It keeps only the newest.`);
    fake.redeliver(delivery);
  });
}

/** The global `fetch` fails with "fetch failed", and its cause says why. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : messageOf(error.cause);
  return cause === '' ? error.message : `${error.message}: ${cause}`;
}
