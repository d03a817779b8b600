import { createOutletPool, type OrderCreateParams } from 'outlet-open-api';
import { createMemoryOutboxStore, createOutbox, type OutboxOptions } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashAtOnce } from '../../../support/time/hash-at-once.js';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-07T18:00:00Z') });
  hashAtOnce();
});
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});

const order = (orderId: string): OrderCreateParams => ({
  channelId: 'channel-foodie',
  partnerInfo: { partnerChannel: 'foodie', orderId },
  items: [{ menuItemId: 'item-burger', quantity: 1 }],
});

const ref = { keyRef: 'bistro', partner: 'foodie', reference: 'H-1' };

function setUp(options: Partial<OutboxOptions> = {}, waitForToken: () => unknown = () => {}) {
  const fake = createFakeOutlet({ rateLimit: false });
  const outlets = createOutletPool({
    async load() {
      await waitForToken();
      const { baseUrl, fetch } = fake;
      const accessToken = fake.key('digital-ordering').token;
      return { baseUrl, accessToken, fetch, maxRetries: 0, rateLimit: false, logLevel: 'off' };
    },
  });
  const messages: string[] = [];
  const outbox = createOutbox({
    store: createMemoryOutboxStore(),
    outlets,
    onError: (error) => void messages.push(Error.prototype.toString.call(error)),
    ...options,
  });
  const placed = () => fake.orders.all().filter(({ partnerInfo }) => partnerInfo?.orderId?.startsWith('H-'));
  return { outbox, messages, placed };
}

test('calls of onChange that hang are reported and repeated, and neither orders nor close() wait for them', async () => {
  const onChange = vi.fn(never);
  const { outbox, messages, placed } = setUp({ onChange });
  void outbox.run();
  for (let count = 0; count < 30; count += 1) await outbox.addOrder('bistro', order(`H-${count}`));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(placed()).toHaveLength(30);
  expect(onChange).toHaveBeenCalledTimes(30);

  await vi.advanceTimersByTimeAsync(30_000);
  expect(messages[0]).toMatch(
    /^OutboxError: The order H-\d+ of bistro \(foodie\) waited in vain: `onChange` did not settle within 20 s\. Set a time limit for its requests/,
  );
  expect(onChange).toHaveBeenCalledTimes(60);

  const closing = outbox.close();
  await vi.advanceTimersByTimeAsync(21_000);
  await closing;
});

test('a store that never responds is reported once, and the orders are sent when it responds again', async () => {
  const store = createMemoryOutboxStore();
  const due = vi.fn(store.due).mockImplementationOnce(never).mockImplementationOnce(never);
  const { outbox, messages, placed } = setUp({ store: { ...store, due } });
  void outbox.run();
  await outbox.addOrder('bistro', order('H-1'));
  await vi.advanceTimersByTimeAsync(41_000);
  expect(messages).toEqual([
    'OutboxError: The outbox waited in vain: `due` of the store did not settle within 20 s. ' +
      'Set a time limit in the client of your database, such as `query_timeout` of pg.',
  ]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(placed()).toHaveLength(1);
  await outbox.close();
});

test('a guest is not left waiting by a store that never responds', async () => {
  const { outbox } = setUp({ store: { ...createMemoryOutboxStore(), insert: never } });
  const added = expect(outbox.addOrder('bistro', order('H-1'))).rejects.toMatchObject({
    reason: 'no-response',
  });
  await vi.advanceTimersByTimeAsync(21_000);
  await added;
});

test('an order whose client never loads expires in time, and the next one is sent when it loads again', async () => {
  const waitForToken = vi.fn<() => unknown>(never);
  const { outbox, messages, placed } = setUp({ sendWithin: 60_000 }, waitForToken);
  void outbox.run();
  const added = outbox.addOrder('bistro', order('H-1'));
  await vi.advanceTimersByTimeAsync(1_000);
  await added;
  await vi.advanceTimersByTimeAsync(85_000);
  expect(messages[0]).toContain('load did not settle within 20 s for the key bistro');
  expect(await outbox.get(ref)).toMatchObject({ state: 'expired' });

  waitForToken.mockReturnValue(undefined);
  await outbox.addOrder('bistro', order('H-2'));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(placed()).toHaveLength(1);
  await outbox.close();
});
