import type { ListPosition } from 'outlet-open-api';
import type { Cases } from './case.js';
import { expectEqual, expectThat } from './expect.js';
import { openRestaurant, type Restaurant } from './restaurant.js';

const days = 24 * 60 * 60 * 1_000;

/** Lists of sixty days of orders, and the rate limit. */
export const lists: Cases = {
  async 'a list returns every order of its range once'(place) {
    const restaurant = await openRestaurant(place, { rateLimit: false });
    const outlet = restaurant.client({ rateLimit: false });
    const range = sixtyDays();

    const ids: string[] = [];
    for await (const { id } of outlet.orders.list(range)) ids.push(id);

    expectEqual('orders', ids.toSorted(), await ordersWithin(restaurant, range));
  },

  async 'a list resumes from a position'(place) {
    const restaurant = await openRestaurant(place, { rateLimit: false });
    const outlet = restaurant.client({ rateLimit: false });
    const range = sixtyDays();

    const ids = new Set<string>();
    let stored = '';
    for await (const page of outlet.orders.list(range).pages()) {
      for (const { id } of page.items) ids.add(id);
      stored = JSON.stringify(page.position);
      break;
    }
    const position: ListPosition = JSON.parse(stored);
    const rest = await outlet.orders.list(range, { resumeFrom: position }).toArray();

    expectThat('the first page was not everything', ids.size > 0 && rest.length > 0);
    for (const { id } of rest) ids.add(id);
    expectEqual('orders', [...ids].toSorted(), await ordersWithin(restaurant, range));
  },

  async 'no call gets a 429, whichever copy of the package sends it'(place) {
    const { outlet, requests, url, token } = await openRestaurant(place);
    const other = new place.otherCopy.OutletClient({ baseUrl: url, accessToken: token, logLevel: 'off' });
    const begin = performance.now();

    await Promise.all(
      [outlet, other, outlet, other, outlet, other, outlet, other].map((one) => one.channels.list()),
    );

    const statuses = (await requests()).map(({ status }) => status);
    expectEqual('statuses', statuses, [200, 200, 200, 200, 200, 200, 200, 200]);
    expectThat('eight calls took over 900 ms', performance.now() - begin > 900);
  },
};

function sixtyDays(): { from: Date; to: Date } {
  const to = new Date();
  return { from: new Date(to.getTime() - 60 * days), to };
}

async function ordersWithin(
  { orders }: Restaurant,
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  return (await orders())
    .filter(({ created = '' }) => created >= from.toISOString() && created <= to.toISOString())
    .map(({ id }) => id)
    .toSorted();
}
