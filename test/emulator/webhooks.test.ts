import { expect, test } from 'vitest';
import { openEmulator, openReceiver } from './running.js';

test('a receiver gets each event, and again until it responds with 200', async () => {
  const { fake } = await openEmulator({ webhookRetryDelay: 10 });
  const statuses = [503, 204, 200];
  const received: unknown[] = [];
  fake.key('digital-ordering').webhookUrl = await openReceiver((payload, response) => {
    received.push(payload);
    response.writeHead(statuses.shift() ?? 200).end();
  });
  const { id } = fake.orders.add({ createdBy: 'digital-ordering' });

  fake.orders.complete(id);
  await fake.idle();

  expect(fake.deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 503],
    [2, 204],
    [3, 200],
  ]);
  expect(received).toEqual(Array(3).fill(expect.objectContaining({ event: 'order.complete', id })));
});

test('a receiver that does not respond in time gets the event again', async () => {
  const { fake } = await openEmulator({ webhookTimeout: 100, webhookRetryDelay: 10 });
  let attempts = 0;
  fake.key('digital-ordering').webhookUrl = await openReceiver((_payload, response) => {
    attempts += 1;
    if (attempts > 1) response.end();
  });

  fake.orders.complete(fake.orders.add({ createdBy: 'digital-ordering' }).id);
  await fake.idle();

  expect(fake.deliveries.at(0)).toMatchObject({ status: null, attempt: 1 });
  expect(fake.deliveries.at(-1)).toMatchObject({ status: 200 });
});
