import { backfillOrders, createMemoryCheckpointStore } from 'outlet-open-api/sync';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  json,
  order,
  rejection,
  scriptedService,
  tooMany,
} from '../../support/services/scripted-service.js';
import { day, named, type QuickOutlet, quickOutlet } from '../sync/quick-outlet.js';
import { address, delivery, receiver } from '../webhooks/deliveries.js';
import { record } from './recorder.js';

beforeEach(() => void vi.useFakeTimers());

const ok = json({ id: 'o-1' });

test('a call records its duration with queue and backoff, by operation and result', async () => {
  const { metrics } = record();
  const outlet = clientOf(scriptedService(json({}, 503), ok));
  await finished(outlet.orders.get('o-1'));
  await rejection(clientOf(scriptedService(json({}, 404))).orders.get('o-2'));

  const metric = (await metrics())['outlet.operation.duration'];
  expect(metric?.descriptor.unit).toBe('s');
  const shared = { 'outlet.operation': 'orders.get', 'http.request.method': 'GET' };
  expect(metric?.dataPoints).toEqual([
    expect.objectContaining({
      attributes: { ...shared, 'outlet.outcome': 'succeeded', 'http.response.status_code': 200 },
      value: expect.objectContaining({ count: 1, min: expect.toSatisfy((seconds) => seconds >= 0.25) }),
    }),
    expect.objectContaining({
      attributes: {
        ...shared,
        'outlet.outcome': 'rejected',
        'http.response.status_code': 404,
        'error.type': '404',
      },
      value: expect.objectContaining({ count: 1 }),
    }),
  ]);
});

test('the queue has a length and a duration, by priority', async () => {
  const { metrics } = record();
  const outlet = clientOf(scriptedService(ok), { rateLimit: { requests: 1, interval: 1_000 } });
  const calls = Promise.all([1, 2, 3].map((id) => outlet.orders.get(`o-${id}`)));
  await vi.advanceTimersByTimeAsync(10);

  const waiting = (await metrics())['outlet.queue.length'];
  expect(waiting?.descriptor.unit).toBe('{attempt}');
  expect(valuesOf(waiting)).toEqual([
    [{ 'outlet.priority': 'interactive' }, 2],
    [{ 'outlet.priority': 'background' }, 0],
  ]);
  await finished(calls);

  const after = await metrics();
  expect(valuesOf(after['outlet.queue.length'])[0]?.[1]).toBe(0);
  expect(after['outlet.queue.duration']?.descriptor.unit).toBe('s');
  expect(after['outlet.queue.duration']?.dataPoints).toEqual([
    expect.objectContaining({
      attributes: { 'outlet.priority': 'interactive' },
      value: expect.objectContaining({ count: 3, sum: expect.closeTo(3, 1) }),
    }),
  ]);
});

test('the keys that have an outage are counted', async () => {
  const { metrics } = record();
  let isDown = false;
  const service = scriptedService(() => (isDown ? json({}, 503) : ok.clone()));
  const outlet = clientOf(service);
  await outlet.orders.get('o-1');
  isDown = true;
  await finished(Promise.allSettled(Array.from({ length: 40 }, () => outlet.orders.get('o-1'))));
  expect(valuesOf((await metrics())['outlet.outages'])).toEqual([[{ 'server.address': 'pos.example' }, 1]]);

  isDown = false;
  await vi.advanceTimersByTimeAsync(1_000);
  await finished(outlet.orders.get('o-1'));
  expect(valuesOf((await metrics())['outlet.outages'])).toEqual([[{ 'server.address': 'pos.example' }, 0]]);
});

test('retries and 429 responses are counted', async () => {
  const { metrics } = record();
  const service = scriptedService(tooMany(1), connectionLost('ECONNREFUSED'), json({}, 503), ok);
  await finished(clientOf(service).orders.create(order));

  const recorded = await metrics();
  const operation = { 'outlet.operation': 'orders.create' };
  expect(recorded['outlet.rate_limit.rejections']?.descriptor.unit).toBe('{response}');
  expect(valuesOf(recorded['outlet.rate_limit.rejections'])).toEqual([[operation, 1]]);
  expect(recorded['outlet.retries']?.descriptor.unit).toBe('{attempt}');
  expect(valuesOf(recorded['outlet.retries'])).toEqual([
    [{ ...operation, 'error.type': '429' }, 1],
    [{ ...operation, 'error.type': 'ECONNREFUSED' }, 1],
    [{ ...operation, 'error.type': '503' }, 1],
  ]);
});

test('HTTP requests are recorded only if httpClientMetrics is set', async () => {
  const silent = record();
  await clientOf(scriptedService(ok)).orders.get('o-1');
  expect(await silent.metrics()).not.toHaveProperty(['http.client.request.duration']);

  const { metrics } = record({ httpClientMetrics: true });
  await finished(clientOf(scriptedService(connectionLost('ECONNRESET'), ok)).orders.get('o-1'));

  const metric = (await metrics())['http.client.request.duration'];
  const shared = {
    'http.request.method': 'GET',
    'server.address': 'pos.example',
    'server.port': 443,
    'url.template': '/orders/{orderId}',
  };
  expect(metric?.descriptor.unit).toBe('s');
  expect(metric?.dataPoints.map(({ attributes }) => attributes)).toEqual([
    { ...shared, 'error.type': 'ECONNRESET' },
    { ...shared, 'http.response.status_code': 200 },
  ]);
});

test('webhook deliveries are counted by event and result', async () => {
  const { metrics } = record();
  const { handle } = receiver({ verify: [(request) => !request.url.endsWith('?bad')] });
  await handle(delivery());
  await handle(delivery());
  await handle(delivery('no JSON'));
  await handle(delivery(undefined, `${address}?bad`));
  const failing = receiver({
    on: {
      'order.complete': () => {
        throw new Error('The database is offline');
      },
    },
  });
  await failing.handle(delivery());

  const metric = (await metrics())['outlet.webhook.deliveries'];
  expect(metric?.descriptor.unit).toBe('{delivery}');
  const event = { 'outlet.webhook.event': 'order.complete' };
  expect(valuesOf(metric)).toEqual([
    [{ ...event, 'outlet.webhook.result': 'handled' }, 1],
    [{ ...event, 'outlet.webhook.result': 'duplicate' }, 1],
    [{ 'outlet.webhook.result': 'rejected' }, 2],
    [{ ...event, 'outlet.webhook.result': 'failed' }, 1],
  ]);
});

const run = { 'outlet.sync.task': 'backfill', 'outlet.sync.name': named.name };

/** Backfills the last day. */
function backfillWith({ outlet }: QuickOutlet) {
  const to = new Date();
  const from = new Date(to.getTime() - day);
  const checkpoints = createMemoryCheckpointStore();
  return backfillOrders(outlet, { ...named, from, to, checkpoints, onOrders: () => {} });
}

test('every sync run has a duration, by its result, even if no run has succeeded', async () => {
  vi.useRealTimers();
  const { metrics } = record();
  const quick = quickOutlet();
  quick.fake.failNext({ fault: 'server-error' });
  await expect(backfillWith(quick)).rejects.toThrow();
  await backfillWith(quick);
  await backfillWith(quick);

  const metric = (await metrics())['outlet.sync.duration'];
  expect(metric?.descriptor.unit).toBe('s');
  expect(metric?.dataPoints).toEqual([
    expect.objectContaining({
      attributes: { ...run, 'error.type': '500' },
      value: expect.objectContaining({ count: 1 }),
    }),
    expect.objectContaining({ attributes: run, value: expect.objectContaining({ count: 2 }) }),
  ]);
});

test('the sync lag grows until the next run succeeds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { metrics } = record();
  const quick = quickOutlet();
  const lag = async () => valuesOf((await metrics())['outlet.sync.lag']);

  await backfillWith(quick);
  expect(await lag()).toEqual([[run, expect.closeTo(0, 0)]]);
  vi.setSystemTime(Date.now() + 3_600_000);
  quick.fake.failNext({ fault: 'server-error', times: Number.POSITIVE_INFINITY });
  await expect(backfillWith(quick)).rejects.toThrow();
  expect(await lag()).toEqual([[run, expect.closeTo(3_600, 0)]]);
});

/** The values of a sum or a gauge, with their attributes. */
function valuesOf(
  metric: { readonly dataPoints: readonly { attributes: object; value: unknown }[] } | undefined,
) {
  return (metric?.dataPoints ?? []).map(({ attributes, value }): [object, unknown] => [attributes, value]);
}
