const {
  RequestValidationError,
  OutletClient,
  NotFoundError,
  OutletError,
  ResponseValidationError,
} = require('outlet-open-api');
const { billFromGoodsReceipt } = require('outlet-open-api/accounting');
const { orderSchema } = require('outlet-open-api/schemas');
const { createOrderFeed, OrderFeedError } = require('outlet-open-api/sync');
const { createFakeOutlet } = require('outlet-open-api/testing');
const {
  createTestEvent,
  createTestRequest,
  createWebhookHandler,
  sharedSecret,
  parseWebhookEvent,
  WebhookParseError,
} = require('outlet-open-api/webhooks');

const fake = createFakeOutlet({ seed: 7 });
const clientOf = (options) =>
  new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('order-data').token,
    fetch: fake.fetch,
    rateLimit: false,
    ...options,
  });
const outlet = clientOf();
const [{ id }] = fake.orders.all();
const completed = createTestEvent('order.complete', { id });

test('a call returns data, and validates the response', async () => {
  const strict = clientOf({ responseValidation: 'strict' });
  expect(await strict.orders.get(id)).toMatchObject({ id });
  const wrong = clientOf({ responseValidation: 'strict', fetch: async () => Response.json({ id: 5 }) });
  await expect(wrong.orders.get(id)).rejects.toBeInstanceOf(ResponseValidationError);
});

test('a list is iterated', async () => {
  const now = fake.clock.now();
  const range = { from: new Date(now - 40 * 86_400_000), to: new Date(now) };
  expect((await outlet.orders.list(range).toArray()).length).toBeGreaterThan(0);
});

test('an error has its class', async () => {
  const error = await outlet.orders.get('nobody-knows').catch((caught) => caught);
  expect(error).toBeInstanceOf(NotFoundError);
  expect(error).toBeInstanceOf(NotFoundError);
});

test('the subpaths and the root share their classes', () => {
  expect(new OrderFeedError('closed', 1)).toBeInstanceOf(OutletError);
  expect(() => parseWebhookEvent('no JSON')).toThrow(WebhookParseError);
  expect(() => parseWebhookEvent('no JSON')).toThrow(OutletError);
});

test('a webhook is handled', async () => {
  const handled = jest.fn();
  const secret = { query: 'secret', value: 'a-secret-of-some-length' };
  const handle = createWebhookHandler({ verify: [sharedSecret(secret)], on: { 'order.complete': handled } });
  const { request, info } = createTestRequest(completed, { url: 'https://receiver.example/hooks', secret });
  expect((await handle(request, info)).status).toBe(200);
  expect(handled).toHaveBeenCalledTimes(1);
});

test('a feed fetches the order of an event', async () => {
  const onOrder = jest.fn();
  const feed = createOrderFeed({ outlet, onOrder });
  expect(await feed.receive(parseWebhookEvent(JSON.stringify(completed.raw)), {})).toBe('handled');
  expect(onOrder).toHaveBeenCalledWith(expect.objectContaining({ id }), expect.anything());
});

test('a bill is calculated from a goods receipt', () => {
  const bills = fake.goodsReceipts.all().map(billFromGoodsReceipt);
  expect(bills.length).toBeGreaterThan(0);
  expect(bills.filter(({ isBalanced }) => !isBalanced)).toEqual([]);
  expect(() => billFromGoodsReceipt(null)).toThrow(RequestValidationError);
});

test('a schema parses', () => {
  expect(orderSchema.safeParse({ id: 'o-1' }).success).toBe(true);
  expect(orderSchema.safeParse({ id: 5 }).success).toBe(false);
});
