import { expect, it } from 'vitest';
import { fakeAtNoon, filledAtNoon, send } from './send.js';

/** The order IDs of the initial data. */
const idsOf = (fake: ReturnType<typeof fakeAtNoon>) => fake.orders.all().map(({ id }) => id);

it('fills the outlet with the data of another seed, which later resets keep', () => {
  const fake = filledAtNoon({ seed: 1 });
  const { outletId } = fake;
  const { token } = fake.key('order-data');
  const before = idsOf(fake);
  const expected = idsOf(filledAtNoon({ seed: 3 }));

  fake.reset({ seed: 3 });

  expect(idsOf(fake)).toEqual(expected);
  expect(idsOf(fake)).not.toEqual(before);
  expect(fake.key('order-data').token).toBe(token);
  expect(fake.outletId).toBe(outletId);

  fake.orders.add();
  fake.reset();
  expect(idsOf(fake)).toEqual(expected);
});

it('chooses the assumptions again, except the options of the fake', () => {
  const own = { wrapper: 'orders', webhookRetries: 0 };
  const fake = fakeAtNoon(own);
  const { assumptions } = fake;

  fake.reset({ hostile: true, seed: 5 });
  expect(fake.assumptions).toEqual(fakeAtNoon({ ...own, hostile: true, seed: 5 }).assumptions);
  expect(fake.assumptions).toBe(assumptions);
  expect(assumptions).toMatchObject(own);

  fake.reset({ seed: 6 });
  expect(fake.assumptions).toEqual(fakeAtNoon({ ...own, hostile: true, seed: 6 }).assumptions);

  fake.reset({ hostile: false });
  expect(fake.assumptions).toEqual(fakeAtNoon(own).assumptions);
});

it('applies the new assumptions to the next request', async () => {
  const fake = fakeAtNoon({ rateLimit: { requests: 5, interval: 1_000 } });
  const phases = new Set<string | null>();
  const totals = new Set<boolean>();

  for (let seed = 1; seed <= 20; seed += 1) {
    fake.reset({ hostile: true, seed });
    const { id } = fake.orders.add();
    const { status, headers, body } = await send(fake, `GET /orders/${id}`);
    expect(status).toBe(200);
    phases.add(headers.get('x-ratelimit-reset'));
    totals.add(Object.hasOwn(Object(body), 'total'));
  }

  expect(phases.size).toBe(4);
  expect(totals.size).toBe(2);
});

it('keeps the keys if the option says so', () => {
  const fake = fakeAtNoon({});
  fake.key('reservations').webhookUrl = 'https://receiver.example';
  fake.keys.revoke('order-data');
  fake.keys.remove('digital-ordering');
  const created = fake.keys.create({ useCase: 'order-data', label: 'Mine' });
  const before = fake.keys.all();

  fake.reset({ keepKeys: true });
  expect(fake.keys.all()).toEqual(before);
  expect(fake.keys.all()).toContain(created);
  expect(fake.key('reservations').webhookUrl).toBe('https://receiver.example');

  fake.reset();
  expect(fake.keys.all()).not.toContain(created);
  expect(fake.key('reservations').webhookUrl).toBeUndefined();
});
