import type { FakeOutlet } from 'outlet-open-api/testing';
import { expect, it, vi } from 'vitest';
import { fakeAtNoon, noon, send } from './send.js';

const interval = 5_000;
const day = 24 * 60 * 60 * 1_000;

function statusOf(fake: FakeOutlet, id: string): string | undefined {
  return fake.orders.get(id)?.status;
}

it('takes one step of each running order per interval, and completes it', () => {
  const fake = fakeAtNoon();
  const { id } = fake.orders.add({ items: [{ menuItemId: 'item-burger', quantity: 1 }] });
  fake.autopilot.start({ cancelShare: 0 });

  fake.clock.advance(interval - 1);
  expect(statusOf(fake, id)).toBe('open');
  for (const status of ['inKitchen', 'readyForPickup', 'complete']) {
    fake.clock.advance(interval);
    expect(statusOf(fake, id)).toBe(status);
  }
  expect(fake.orders.get(id)?.payments).toMatchObject([{ amount: 12.5 }]);
  fake.clock.advance(day);
  expect(statusOf(fake, id)).toBe('complete');
});

it('begins at once with orders that have waited for the interval', () => {
  const fake = fakeAtNoon();
  const { id } = fake.orders.add({ created: new Date(noon - interval) });
  const { id: newer } = fake.orders.add();
  fake.autopilot.start({ cancelShare: 0 });

  expect([id, newer].map((id) => statusOf(fake, id))).toEqual(['inKitchen', 'open']);
});

it('waits for the interval after a change by hand', () => {
  const fake = fakeAtNoon();
  const { id } = fake.orders.add();
  fake.autopilot.start({ cancelShare: 0 });
  fake.clock.advance(3_000);
  fake.orders.changeGuests(id, 4);

  fake.clock.advance(3_000);
  expect(statusOf(fake, id)).toBe('open');
  fake.clock.advance(2_000);
  expect(statusOf(fake, id)).toBe('inKitchen');
});

it('wakes up for an order of the API, and sends its webhooks', async () => {
  const fake = fakeAtNoon({ webhookFetch: async () => new Response() });
  fake.key('order-data').webhookUrl = 'https://receiver.example/';
  fake.autopilot.start({ cancelShare: 0 });
  fake.clock.advance(day);

  await send(fake, 'POST /orders', {
    headers: { 'idempotency-key': '6f1c2a0e-8f6b-4c57-9d3a-0c4f5e6d7a8b' },
    body: {
      channelId: 'channel-foodie',
      partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
      items: [{ menuItemId: 'item-pizza', quantity: 1 }],
    },
  });
  fake.clock.advance(3 * interval);
  await fake.idle();

  expect(fake.deliveries.map(({ payload }) => payload.event)).toEqual(['order.complete']);
});

it('cancels a share of the orders, in different statuses, and the same ones with the same seed', () => {
  const endings = () => {
    const fake = fakeAtNoon({ seed: 3 });
    const ids = Array.from({ length: 200 }, () => fake.orders.add().id);
    fake.autopilot.start({ cancelShare: 0.3 });
    fake.clock.advance(3 * interval);
    return ids.map((id) => statusOf(fake, id));
  };

  const statuses = endings();
  expect(new Set(statuses)).toEqual(new Set(['complete', 'cancelled']));
  const cancelled = statuses.filter((status) => status === 'cancelled').length;
  expect(cancelled).toBeGreaterThan(30);
  expect(cancelled).toBeLessThan(90);
  expect(endings()).toEqual(statuses);
});

it('cancels all orders with a share of 1, also those that are ready', () => {
  const fake = fakeAtNoon();
  for (const status of ['open', 'inKitchen', 'readyForPickup'] as const) fake.orders.add({ status });
  fake.autopilot.start({ cancelShare: 1 });
  fake.clock.advance(3 * interval);

  expect(new Set(fake.orders.all().map(({ status }) => status))).toEqual(new Set(['cancelled']));
});

it('takes each step once if it is started twice', () => {
  const fake = fakeAtNoon();
  const { id } = fake.orders.add();
  fake.autopilot.start({ cancelShare: 0 });
  fake.clock.advance(1_000);
  fake.autopilot.start({ cancelShare: 0, interval: 10_000 });

  fake.clock.advance(8_999);
  expect(statusOf(fake, id)).toBe('open');
  fake.clock.advance(1);
  expect(statusOf(fake, id)).toBe('inKitchen');
  fake.clock.advance(9_999);
  expect(statusOf(fake, id)).toBe('inKitchen');
});

it.each([
  ['a stop', (fake: FakeOutlet) => fake.autopilot.stop()],
  ['a reset', (fake: FakeOutlet) => fake.reset()],
])('takes no step after %s', (_, end) => {
  const fake = fakeAtNoon();
  fake.orders.add();
  fake.autopilot.start();
  expect(fake.autopilot.interval).toBeDefined();
  end(fake);

  expect(fake.autopilot.interval).toBeUndefined();
  const { id } = fake.orders.add();
  fake.clock.advance(day);
  expect(statusOf(fake, id)).toBe('open');
});

it('works on the orders of its own outlet, and ends with it', () => {
  const fake = fakeAtNoon();
  const second = fake.addOutlet({ empty: true });
  const { id } = fake.orders.add();
  const ofSecond = second.orders.add().id;
  second.autopilot.start({ cancelShare: 0 });
  fake.clock.advance(interval);
  expect([statusOf(fake, id), statusOf(second, ofSecond)]).toEqual(['open', 'inKitchen']);

  fake.reset();
  expect(second.autopilot.interval).toBeUndefined();
});

it('leaves an order alone if a step fails, and continues with the others', () => {
  const fake = fakeAtNoon();
  const payments = [{ amount: Number.NaN }];
  const broken = fake.orders.add({ status: 'readyForPickup', payments }).id;
  const { id } = fake.orders.add({ status: 'readyForPickup' });
  fake.autopilot.start({ cancelShare: 0 });
  fake.clock.advance(90 * day);

  expect([broken, id].map((id) => statusOf(fake, id))).toEqual(['readyForPickup', 'complete']);
  expect(fake.autopilot.interval).toBeDefined();
});

it('ends a thousand running orders within seconds when the clock advances by 90 days', () => {
  const fake = fakeAtNoon();
  for (let age = 0; age < 1_000; age += 1) fake.orders.add({ created: new Date(noon - age) });
  fake.autopilot.start();
  const start = performance.now();
  fake.clock.advance(90 * day);

  expect(performance.now() - start).toBeLessThan(10_000);
  expect(new Set(fake.orders.all().map(({ status }) => status))).toEqual(new Set(['complete', 'cancelled']));
});

it.each([
  [{ interval: 0 }, 'interval must be above 0'],
  [{ interval: Number.NaN }, 'interval must be above 0'],
  [{ cancelShare: 1.1 }, 'cancelShare must be between 0 and 1'],
])('rejects %j', (options, message) => {
  const fake = fakeAtNoon();
  expect(() => fake.autopilot.start(options)).toThrow(message);
  expect(fake.autopilot.interval).toBeUndefined();
});

it('waits longer than a timer can', () => {
  const fake = fakeAtNoon();
  const { id } = fake.orders.add();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  fake.autopilot.start({ interval: 30 * day, cancelShare: 0 });

  expect(timers.mock.calls.map(([, delay]) => delay)).toEqual([2 ** 31 - 1]);
  fake.clock.advance(30 * day);
  expect(statusOf(fake, id)).toBe('inKitchen');
});
