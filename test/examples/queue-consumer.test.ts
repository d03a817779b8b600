import { once } from 'node:events';
import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { parseWebhookEvent } from 'outlet-open-api/webhooks';
import { beforeEach, expect, test, vi } from 'vitest';
import { consume } from '../../examples/queue-consumer/consume.js';
import { FileQueue } from '../../examples/queue-consumer/file-queue.js';
import {
  type EventJob,
  handleEvent,
  isTransient,
  jobFor,
} from '../../examples/queue-consumer/handle-event.js';
import { Store } from '../../examples/queue-consumer/store.js';
import { newFolder } from '../new-folder.js';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

/** A consumer of events of a fake outlet. The client does not retry by itself. */
async function startConsumer() {
  const folder = await newFolder();
  const fake = createFakeOutlet({ rateLimit: false });
  const accessToken = fake.key('order-data').token;
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch, maxRetries: 0 });
  const queue = await FileQueue.open<EventJob>(`${folder}/queue.jsonl`);
  const store = await Store.open(`${folder}/entities.jsonl`);
  const stop = new AbortController();
  const ended = consume(queue, {
    handle: (job) => handleEvent(outlet, store, job),
    isTransient,
    signal: stop.signal,
    firstDelay: 1,
  });
  const add = (event: string, id?: string) => queue.add(jobFor(parseWebhookEvent({ event, id })));
  return { fake, queue, store, add, stop, ended };
}

const getOrder = { method: 'GET', path: '/orders/{orderId}' };

test('the consumer retries a job after errors that pass', async () => {
  const { fake, queue, store, add, stop, ended } = await startConsumer();
  const { id } = fake.orders.add({ status: 'complete' });
  fake.failNext({ ...getOrder, fault: 'server-error', times: 2 });

  await add('order.complete', id);
  // The client pauses up to 1.5 s in all before its retries.
  const isStored = () => expect(store.get(`order ${id}`)).toMatchObject({ id, status: 'complete' });
  await vi.waitFor(isStored, { timeout: 4_000 });

  expect(fake.requests).toHaveLength(3);
  expect(queue.deadLetters).toEqual([]);
  stop.abort();
  await ended;
});

test('a job that fails for good becomes a dead letter, and the others continue', async () => {
  const { fake, queue, store, add, stop, ended } = await startConsumer();
  const { id } = fake.orders.add();
  const missing = fake.orders.add({ partnerAggregated: true });

  await add('order.complete', missing.id);
  await add('order.complete', id);
  await vi.waitFor(() => expect(queue.deadLetters).toHaveLength(1));

  expect(queue.deadLetters[0]).toMatchObject({ data: { event: 'order.complete', id: missing.id } });
  expect(queue.deadLetters[0]?.reason).toContain('404');
  expect(store.get(`order ${id}`)).toMatchObject({ id });
  expect(fake.requests.filter(({ path }) => path.includes(missing.id))).toHaveLength(3);
  stop.abort();
  await ended;
});

test('the consumer fetches what each event refers to', async () => {
  const { store, add, stop, ended } = await startConsumer();
  await add('channels.published');
  await add('menus.published');
  await add('outlet.updated');
  await vi.waitFor(() => expect(store.get('channels')).toBeDefined());
  await vi.waitFor(() => expect(store.get('menu')).toHaveProperty('menuItems'));
  stop.abort();
  await ended;
});

test('the store keeps the entity that was read last', async () => {
  const store = await Store.open(`${await newFolder()}/entities.jsonl`);
  await store.write('order o-1', 'new', new Date(2));
  await store.write('order o-1', 'old', new Date(1));
  expect(store.get('order o-1')).toBe('new');
});

test('on shutdown, the consumer finishes its jobs and takes no more', async () => {
  const queue = await FileQueue.open<string>(`${await newFolder()}/queue.jsonl`);
  const stop = new AbortController();
  const started: string[] = [];
  const finished: string[] = [];
  const gate = new EventTarget();
  const handle = async (job: string) => {
    started.push(job);
    await once(gate, 'open');
    finished.push(job);
  };
  const ended = consume(queue, { handle, isTransient: () => true, signal: stop.signal, concurrency: 1 });
  await queue.add('first');
  await queue.add('second');
  await vi.waitFor(() => expect(started).toEqual(['first']));

  stop.abort();
  gate.dispatchEvent(new Event('open'));
  await ended;

  expect(finished).toEqual(['first']);
  expect(queue.waiting).toBe(1);
});
