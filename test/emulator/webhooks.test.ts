import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/index.js';
import { newFolder } from '../new-folder.js';
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

test('the default keys have the webhook URLs of the options', async () => {
  const received: string[] = [];
  const url = await openReceiver(({ event }, response) => {
    received.push(event);
    response.end();
  });
  const { fake } = await openEmulator({ webhookUrls: { 'order-data': url } });
  expect(fake.key('reservations').webhookUrl).toBeUndefined();
  fake.orders.complete(fake.orders.add().id);
  await fake.idle();
  expect(received).toEqual(['order.complete']);
});

test('the webhook URLs of the options replace those of the state file', async () => {
  const state = join(await newFolder(), 'outlet.json');
  const first = await openEmulator({
    empty: false,
    state,
    webhookUrls: { 'order-data': 'http://127.0.0.1:3000/a' },
  });
  const { token } = first.fake.keys.create({
    useCase: 'order-data',
    webhookUrl: 'http://127.0.0.1:3000/own',
  });
  await first.close();
  const { fake } = await openEmulator({
    empty: false,
    state,
    webhookUrls: { 'order-data': 'http://127.0.0.1:3000/b' },
  });
  expect(fake.key('order-data').webhookUrl).toBe('http://127.0.0.1:3000/b');
  expect(fake.keys.all().find((key) => key.token === token)?.webhookUrl).toBe('http://127.0.0.1:3000/own');
});

test('a webhook URL must be a URL', async () => {
  const webhookUrls = { 'order-data': 'localhost:3000' };
  await expect(startEmulator({ port: 0, webhookUrls })).rejects.toThrow('webhookUrls must be URLs');
});
