import { CallAbortedError, OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import {
  createTestEvent,
  createTestRequest,
  createWebhookHandler,
  sharedSecret,
} from 'outlet-open-api/webhooks';

/** The environment variables of a host. */
interface Environment {
  readonly [name: string]: string | undefined;
}

const secret = { query: 'secret', value: '4f1d9a60c25b73e8' } as const;

/** Runs the same five lines in each host: an order, an abort, a list, a webhook and the fake. Returns what they show. */
export async function five(environment: Environment): Promise<Record<string, unknown>> {
  const { OUTLET_BASE_URL, OUTLET_ACCESS_TOKEN, ORDER_ID = '' } = environment;
  const outlet = new OutletClient({ baseUrl: OUTLET_BASE_URL, accessToken: OUTLET_ACCESS_TOKEN });
  const fake = createFakeOutlet();
  const accessToken = fake.key('order-data').token;
  const tested = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch });
  const handle = createWebhookHandler({ verify: [sharedSecret(secret)], onAny: () => {} });
  const { request } = createTestRequest(createTestEvent('order.complete'), { secret });
  const to = new Date();
  const from = new Date(to.getTime() - 7 * 24 * 60 * 60 * 1_000);

  return {
    order: (await outlet.orders.get(ORDER_ID)).status,
    abort: await outlet.channels.list({ signal: AbortSignal.abort() }).catch(isAbort),
    list: (await outlet.orders.list({ from, to }).toArray()).length > 0,
    webhook: (await handle(request)).status,
    fake: (await tested.orders.list({ from, to }).toArray()).length > 0,
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof CallAbortedError;
}
