import { OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import { backfillOrders, createMemoryCheckpointStore } from 'outlet-open-api/sync';
import { createFakeOutlet, type FaultKind } from 'outlet-open-api/testing';
import { ipAllowList, parseWebhookEvent, sharedSecret, type UseCase } from 'outlet-open-api/webhooks';
import { expect, test } from 'vitest';

const order = {
  channelId: 'channel-foodie',
  partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1001' },
  items: [{ menuItemId: 'item-burger', quantity: 2 }],
};
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

function open(options: OutletClientOptions = {}, useCase: UseCase = 'digital-ordering') {
  const fake = createFakeOutlet();
  const accessToken = fake.key(useCase).token;
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken,
    fetch: fake.fetch,
    maxRetries: 0,
    ...options,
  });
  return { fake, outlet };
}

/** Creates an order, and the request has a fault. */
function createWith(fault: FaultKind, options: OutletClientOptions = {}) {
  const { fake, outlet } = open(options);
  fake.failNext({ fault });
  return outlet.orders.create(order);
}

/** What a person on call can see, by what happened. */
const failures: Record<string, () => unknown> = {
  'no environment variables': () => new OutletClient({ baseUrl: undefined, accessToken: undefined }),
  'options of a client': () =>
    new OutletClient({ baseUrl: 'http://pos.example', accessToken: 'Bearer a', timeout: -1 }),
  'an order without an ID': () => open().outlet.orders.get(''),
  'an order that the API rejects': () =>
    open().outlet.orders.create({ ...order, items: [{ menuItemId: 'm-9', quantity: 1 }] }),
  'a complete order that is cancelled': async () => {
    const { fake, outlet } = open();
    const { id } = await outlet.orders.create(order);
    fake.orders.complete(id);
    await outlet.orders.cancel(id);
  },
  'a wrong base URL': () => {
    const notFound = async () => Response.json({ code: 404, message: 'Not Found' }, { status: 404 });
    return open({ fetch: notFound }).outlet.channels.list();
  },
  'a photo that is too large': () => {
    const tooLarge = async () => Response.json({ code: 413, message: 'Photo too large' }, { status: 413 });
    return open({ fetch: tooLarge }, 'inventory-management').outlet.baseMenus.create({ menuItems: [] });
  },
  'an unknown order': () => open().outlet.orders.get('o-1'),
  'a revoked token': () => open({ accessToken: 'revoked' }).outlet.channels.list(),
  'an idempotency key that was used': async () => {
    const { outlet } = open();
    const first = outlet.orders.create(order);
    await first;
    const items = [{ menuItemId: 'item-burger', quantity: 3 }];
    await outlet.orders.create({ ...order, items }, { idempotencyKey: first.idempotencyKey });
  },
  'a 429': () => createWith('rate-limited'),
  'a 500': () => createWith('server-error'),
  'a 502 of a proxy': () => createWith('bad-gateway-html'),
  'a lost response': () => createWith('lost-response'),
  'a lost response to a PUT': async () => {
    const { fake, outlet } = open();
    const { id } = await outlet.orders.create(order);
    fake.failNext({ fault: 'lost-response', method: 'PUT' });
    await outlet.orders.update(id, { status: 'cancelled' });
  },
  'an empty response': () => createWith('empty-body'),
  'a response that is no JSON': () => createWith('invalid-json'),
  'a timeout': () => createWith('hang', { timeout: 50 }),
  'a deadline': () => createWith('hang', { deadline: 50 }),
  'a closed client': () => {
    const { outlet } = open();
    outlet.close();
    return outlet.channels.list();
  },
  'a token function that throws': () =>
    open({ accessToken: () => Promise.reject(new Error('the vault is sealed')) }).outlet.channels.list(),
  'a token function that returns nothing': () => open({ accessToken: () => '' }).outlet.channels.list(),
  'a full queue': async () => {
    const { outlet } = open({ rateLimit: { requests: 1, interval: 60_000 }, maxQueued: 1, deadline: 1_000 });
    const calls = [1, 2, 3].map(() => outlet.channels.list());
    for (const call of calls) call.catch(() => {});
    await calls[2];
  },
  'a range that ends before it starts': () =>
    open({}, 'order-data').outlet.orders.list({ from: range.to, to: range.from }),
  'a backfill without options': () =>
    backfillOrders(open().outlet, {
      name: '',
      outletRef: '',
      from: 'yesterday',
      checkpoints: createMemoryCheckpointStore(),
      onOrders: () => {},
    }),
  'a webhook secret that is not set': () => sharedSecret({ query: 'secret', value: undefined }),
  'an allow list with a name': () => ipAllowList(['pos.example']),
  'a webhook body that is no event': () => parseWebhookEvent('<html>'),
  'a bill of nothing': () => Reflect.apply(billFromGoodsReceipt, undefined, ['R-1']),
  'a fake order that does not exist': () => createFakeOutlet().orders.complete('o-1'),
};

test('every error says what happened, on which call, and what to do', async () => {
  const sections = await Promise.all(
    Object.entries(failures).map(async ([what, fail]) => `# ${what}\n\n${await messageOf(fail)}\n`),
  );
  await expect(sections.join('\n')).toMatchFileSnapshot('messages.txt');
});

async function messageOf(fail: () => unknown): Promise<string> {
  try {
    await fail();
  } catch (error) {
    const keys = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
    return String(error).replaceAll(keys, '{idempotency key}');
  }
  return 'The call succeeded.';
}
