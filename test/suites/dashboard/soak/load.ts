import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type OrderCreateParams, OutletClient } from 'outlet-open-api';
import type { UseCase } from 'outlet-open-api/testing';
import type { EmulatorCommand } from '../command.js';

/** What the load has done so far. */
export interface Load {
  requests: number;
  orders: number;
  webhooks: number;
  readonly errors: unknown[];
  /** The milliseconds that each request took. */
  readonly durations: number[];
}

/**
 * Sends a mix of requests to an emulator at a fixed rate, whether or not earlier requests have ended, and receives its webhooks.
 * Of ten requests, three create an order, three get one, two list, one reads the channels, and one cancels an order.
 */
export async function sendLoad(
  emulator: EmulatorCommand,
  { seconds, rate }: { seconds: number; rate: number },
  load: Load,
): Promise<void> {
  const receiver = await receiveWebhooks(emulator, load);
  const ordering = clientOf(emulator, 'digital-ordering');
  const reading = clientOf(emulator, 'order-data');
  const ids: string[] = [];
  async function create(): Promise<void> {
    const { id } = await ordering.orders.create(testOrder(`load-${load.orders}`), {
      idempotencyKey: randomUUID(),
    });
    load.orders += 1;
    ids.push(id);
  }
  const mix: (() => PromiseLike<unknown>)[] = [
    create,
    () => ordering.orders.get(ids.at(-1) ?? ''),
    () => listFirstPage(emulator),
    create,
    () => ordering.orders.get(ids.at(-2) ?? ''),
    () => ordering.channels.list(),
    create,
    () => reading.orders.get(ids.at(0) ?? ''),
    () => listFirstPage(emulator),
    // The last orders stay, because other requests read them.
    () => (ids.length > 5 ? ordering.orders.cancel(ids.shift() ?? '') : ordering.channels.list()),
  ];
  for (let first = 0; first < 10; first += 1) await create();

  const running = new Set<Promise<void>>();
  const begin = performance.now();
  for (let sent = 0; sent < seconds * rate; sent += 1) {
    const due = begin + (sent * 1_000) / rate;
    if (due > performance.now()) await delay(due - performance.now());
    const request = measure(mix[sent % mix.length] ?? create, load).finally(() => running.delete(request));
    running.add(request);
  }
  await Promise.all(running);
  receiver.closeAllConnections();
  receiver.close();
}

/** The order that a partner with this reference creates. */
export function testOrder(reference: string): OrderCreateParams {
  return {
    channelId: 'channel-foodie',
    partnerInfo: { partnerChannel: 'foodie', orderId: reference },
    items: [{ menuItemId: 'item-burger', quantity: 2 }],
  };
}

export function clientOf({ baseUrl, tokens }: EmulatorCommand, useCase: UseCase): OutletClient {
  return new OutletClient({ baseUrl, accessToken: tokens[useCase], rateLimit: false, logLevel: 'off' });
}

async function measure(send: () => PromiseLike<unknown>, load: Load): Promise<void> {
  const begin = performance.now();
  try {
    await send();
  } catch (error) {
    load.errors.push(error);
  }
  load.requests += 1;
  load.durations.push(performance.now() - begin);
}

/** A list of the client would continue with the next page. */
async function listFirstPage({ baseUrl, tokens }: EmulatorCommand): Promise<void> {
  const [from, to] = [Date.now() - 60_000, Date.now()].map((time) => new Date(time).toISOString());
  const query = new URLSearchParams({ from: String(from), to: String(to) });
  const headers = { authorization: `Bearer ${tokens['order-data']}` };
  const response = await fetch(`${baseUrl}/api/v1/orders?${query}`, { headers });
  await response.text();
  if (!response.ok) throw new Error(`GET /orders failed with ${response.status}`);
}

/** Acknowledges the webhooks of all keys. */
async function receiveWebhooks({ baseUrl }: EmulatorCommand, load: Load): Promise<Server> {
  const receiver = createServer((request, response) => {
    load.webhooks += 1;
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const body = JSON.stringify({ webhookUrl: `http://127.0.0.1:${port}/` });
  const keysUrl = `${baseUrl}/control/v1/outlets/default/keys`;
  const keys: { id: string }[] = await (await fetch(keysUrl)).json();
  for (const { id } of keys) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${keysUrl}/${id}`, { method: 'PATCH', headers, body });
    if (!response.ok) throw new Error(`PATCH /keys/${id} failed with ${response.status}`);
  }
  return receiver;
}
