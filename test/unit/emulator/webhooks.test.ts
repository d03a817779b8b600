import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/emulator/index.js';
import { newFolder } from '../../support/new-folder.js';
import { closedUrl } from '../../support/services/open-server.js';
import { authorized, control, openEmulator, openReceiver } from './running.js';

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

test('the webhook URLs of the options replace those of the state file', async () => {
  const state = join(await newFolder(), 'outlet.json');
  const first = await openEmulator({
    empty: false,
    state,
    webhookUrls: { 'order-data': 'http://127.0.0.1:3000/a', reservations: 'http://127.0.0.1:3000/saved' },
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
  expect(fake.key('reservations').webhookUrl).toBe('http://127.0.0.1:3000/saved');
  expect(fake.keys.all().find((key) => key.token === token)?.webhookUrl).toBe('http://127.0.0.1:3000/own');
});

test('a webhook URL must be a URL', async () => {
  const webhookUrls = { 'order-data': 'localhost:3000' };
  await expect(startEmulator({ port: 0, webhookUrls })).rejects.toThrow('webhookUrls must be URLs');
});

test('each attempt is a line for the terminal', async () => {
  const lines: string[] = [];
  const bodies = ['boom\n\u001b[31m', 'x'.repeat(1_000), 'thanks'];
  const { fake } = await openEmulator({ log: (line) => lines.push(line), webhookRetryDelay: 4_000 });
  fake.key('order-data').webhookUrl = await openReceiver((_, response) => {
    const body = bodies.shift();
    response.writeHead(bodies.length > 0 ? 500 : 200).end(body);
  });
  fake.orders.complete(fake.orders.add({ partnerInfo: { orderId: 'F-1001' } }).id);
  for (const wait of [4_000, 8_000]) {
    await fake.idle({ skipRetries: true });
    fake.clock.advance(wait);
  }
  await fake.idle();
  fake.key('reservations').webhookUrl = await closedUrl();
  fake.channels.publish();
  await fake.idle({ skipRetries: true });

  const attempt = 'order.complete  F-1001 to Order Data';
  expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, ''))).toEqual([
    `${attempt}  500  "boom  [31m"  retry in 4 s`,
    `${attempt}  500  "${'x'.repeat(100)}…"  retry in 8 s`,
    `${attempt}  200`,
    expect.stringMatching(
      /^channels\.published {2}to Reservations {2}no response {2}Nothing listens on .* retry in 4 s$/,
    ),
  ]);
});

test('an event names the request that caused it, and the request its events', async () => {
  const emulator = await openEmulator();
  for (const useCase of ['digital-ordering', 'order-data'] as const)
    emulator.fake.key(useCase).webhookUrl = await openReceiver((_, response) =>
      response.writeHead(200).end(),
    );
  const { id } = emulator.fake.orders.add({ createdBy: 'digital-ordering' });
  const cancel = () =>
    fetch(`${emulator.url}/api/v1/orders/${id}`, {
      method: 'PUT',
      headers: { ...authorized(emulator), 'content-type': 'application/json' },
      body: '{"status":"cancelled"}',
    });
  await Promise.all([cancel(), cancel()]);
  emulator.fake.republish(id);
  await emulator.fake.idle();

  const requests = await control(emulator, 'GET /requests');
  expect(requests.map(({ status, events }) => [status, events])).toEqual([
    [400, []],
    [200, [1, 2]],
  ]);
  const [, cancelled] = requests;
  const causes: unknown[] = [];
  for (const event of ['1', '2', '3'])
    causes.push((await control(emulator, 'GET /deliveries/{id}', { id: event })).cause);
  const cause = { number: cancelled?.number, method: 'PUT', path: `/orders/${id}` };
  expect(causes).toEqual([cause, cause, undefined]);
});
