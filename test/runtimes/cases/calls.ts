import { ApiError, ConnectionError, NotFoundError, VERSION } from 'outlet-open-api';
import type { Cases } from './case.js';
import { expectEqual, expectThat, rejectionOf } from './expect.js';
import { openRestaurant } from './restaurant.js';
import { sampleOrder } from './sample-order.js';

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Calls that are answered. */
export const calls: Cases = {
  async 'a call gives the data, and what came with it'(place) {
    const { outlet } = await openRestaurant(place);

    const { data, meta, response } = await outlet.channels.list().withResponse();

    expectThat('there are channels', data.length > 0 && data.every(({ id }) => id.length > 0));
    expectEqual('status and attempts', [response.status, meta.attempts], [200, 1]);
    expectEqual('the limit that the service states', meta.rateLimit?.limit, 5);
  },

  async 'a call names the package and its version'(place) {
    const { outlet, requests } = await openRestaurant(place);

    await outlet.channels.list();

    const agent = (await requests())[0]?.headers['user-agent'];
    // A browser keeps its own.
    expectThat(`${agent} does`, agent === `outlet-open-api/${VERSION}` || 'document' in globalThis);
  },

  async 'a POST carries its body, and a UUID v4 as idempotency key'(place) {
    const { outlet, requests } = await openRestaurant(place);
    const order = await sampleOrder(outlet);

    const call = outlet.orders.create(order);
    const { id } = await call;

    expectThat(`${call.idempotencyKey} is a UUID v4`, uuidV4.test(call.idempotencyKey ?? ''));
    const sent = (await requests()).at(-1);
    expectEqual('the key that was sent', sent?.headers['idempotency-key'], call.idempotencyKey);
    expectEqual('the body that was sent', JSON.parse(sent?.body ?? ''), order);
    expectEqual('the same order', (await outlet.orders.get(id)).items?.[0]?.customerName, 'Zoë 🍜');
  },

  async 'a packed answer is unpacked'(place) {
    const { client, url } = await openRestaurant(place);

    const channels = await client({ baseUrl: `${url}/packed` }).channels.list();

    expectThat('there are channels', channels.length > 0);
  },

  async 'an error answer is an error of its class'(place) {
    const { outlet } = await openRestaurant(place);

    const error = await rejectionOf(outlet.orders.get('nobody-knows-it'));

    expectThat(`${error} is a NotFoundError`, error instanceof NotFoundError && error.attempts === 1);
  },

  async 'a redirect is not followed'(place) {
    const { client, url, requests } = await openRestaurant(place);

    const error = await rejectionOf(client({ baseUrl: `${url}/moved` }).channels.list());

    const isShown = error instanceof ApiError && error.status === 302;
    // A browser hides it.
    const isHidden = error instanceof ConnectionError && error.message.includes('redirected');
    expectThat(`${error} tells of a redirect`, isShown || isHidden);
    expectEqual('requests that were redirected', (await requests()).length, 0);
  },
};
