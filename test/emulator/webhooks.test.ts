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
