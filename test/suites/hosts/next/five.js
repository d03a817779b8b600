import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import {
  createTestEvent,
  createTestRequest,
  createWebhookHandler,
  sharedSecret,
} from 'outlet-open-api/webhooks';

const secret = { query: 'secret', value: '4f1d9a60c25b73e8' };

/** Runs the five lines of each host: an order, an abort, a list, a webhook and the fake. Returns what they show. */
export async function five(options, id) {
  const outlet = new OutletClient(options);
  const fake = createFakeOutlet();
  const tested = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('order-data').token,
    fetch: fake.fetch,
  });
  const handle = createWebhookHandler({ verify: [sharedSecret(secret)], onAny: () => {} });
  const { request } = createTestRequest(createTestEvent('order.complete'), { secret });
  const to = new Date();

  return {
    order: (await outlet.orders.get(id)).status,
    abort: await outlet.channels.list({ signal: AbortSignal.abort() }).catch(({ name }) => name),
    list: (await outlet.channels.list()).length > 0,
    webhook: (await handle(request)).status,
    fake: Array.isArray(await tested.orders.list({ from: new Date(to - 60_000), to }).toArray()),
  };
}
