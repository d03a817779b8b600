import { ApiError, ConnectionError, NotFoundError, VERSION } from 'outlet-open-api';
import type { Cases } from './case.js';
import { expectEqual, expectThat, rejectionOf } from './expect.js';
import { openRestaurant } from './restaurant.js';
import { sampleOrder } from './sample-order.js';

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Calls that succeed or get an error response. */
export const calls: Cases = {
  async 'a call returns data, response and meta'(place) {
    const { outlet } = await openRestaurant(place);

    const { data, meta, response } = await outlet.channels.list().withResponse();

    expectThat('there are channels', data.length > 0 && data.every(({ id }) => id.length > 0));
    expectEqual('status and attempts', [response.status, meta.attempts], [200, 1]);
    expectEqual('the limit that the API states', meta.rateLimit?.limit, 5);
  },

  async 'a call sends the package name and version'(place) {
    const { outlet, requests } = await openRestaurant(place);

    await outlet.channels.list();

    const agent = (await requests())[0]?.headers['user-agent'];
    // A browser sends its own.
    expectThat(`${agent} does`, agent === `outlet-open-api/${VERSION}` || 'document' in globalThis);
  },

  async 'a POST sends its body, and a UUID v4 as idempotency key'(place) {
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

  async 'a compressed response is decompressed'(place) {
    const { client, url } = await openRestaurant(place);

    const channels = await client({ baseUrl: `${url}/packed` }).channels.list();

    expectThat('there are channels', channels.length > 0);
  },

  async 'an error response becomes an error of its class'(place) {
    const { outlet } = await openRestaurant(place);

    const error = await rejectionOf(outlet.orders.get('nobody-knows-it'));

    expectThat(`${error} is a NotFoundError`, error instanceof NotFoundError && error.attempts === 1);
  },

  async 'a redirect is not followed'(place) {
    const { client, url, requests } = await openRestaurant(place);

    const error = await rejectionOf(client({ baseUrl: `${url}/moved` }).channels.list());

    const isShown = error instanceof ApiError && error.status === 302;
    // A browser hides the redirect.
    const isHidden = error instanceof ConnectionError && error.message.includes('redirect');
    expectThat(`${error} reports the redirect`, isShown || isHidden);
    expectEqual('requests that were redirected', (await requests()).length, 0);
  },
};
