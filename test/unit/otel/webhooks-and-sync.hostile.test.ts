import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { backfillOrders, createMemoryCheckpointStore } from 'outlet-open-api/sync';
import { expect, test } from 'vitest';
import { clientOf, json, scriptedService } from '../../support/services/scripted-service.js';
import { day, named, quickOutlet } from '../sync/quick-outlet.js';
import { delivery, receiver, statusOf } from '../webhooks/deliveries.js';
import { record } from './recorder.js';

test('the calls of a webhook handler are children of the delivery', async () => {
  const recorder = record();
  const outlet = clientOf(scriptedService(json({ id: 'o-1' })));
  const { handle } = receiver({
    on: { 'order.complete': async ({ id }) => void (await outlet.orders.get(id)) },
  });
  const parent = recorder.tracerProvider.getTracer('test');
  await parent.startActiveSpan('POST /webhooks', async (server) => {
    expect(await statusOf(handle(delivery()))).toBe(200);
    server.end();
  });

  const deliverySpan = recorder.span('webhook order.complete');
  const { name, kind, status, attributes } = deliverySpan;
  expect({ name, kind, status, attributes }).toEqual({
    name: 'webhook order.complete',
    kind: SpanKind.CONSUMER,
    status: { code: SpanStatusCode.UNSET },
    attributes: {
      'outlet.webhook.event': 'order.complete',
      'outlet.webhook.result': 'handled',
      'http.response.status_code': 200,
    },
  });
  expect(deliverySpan.parentSpanContext).toEqual(recorder.span('POST /webhooks').spanContext());
  expect(recorder.span('orders.get').parentSpanContext).toEqual(deliverySpan.spanContext());
});

test('the span of a delivery that fails has the status ERROR and the name of the error', async () => {
  const recorder = record();
  const fail = () => {
    throw new TypeError('Ada Lovelace is unknown');
  };
  await receiver({ onAny: fail }).handle(delivery());
  expect(recorder.span('webhook order.complete')).toMatchObject({
    status: { code: SpanStatusCode.ERROR },
    attributes: {
      'outlet.webhook.result': 'failed',
      'http.response.status_code': 503,
      'error.type': 'TypeError',
    },
    events: [],
  });
});

test('the span of a rejected delivery has no event, and is no error of the receiver', async () => {
  const recorder = record();
  await receiver({ verify: [() => false] }).handle(delivery());
  expect(recorder.span('webhook')).toMatchObject({
    status: { code: SpanStatusCode.UNSET },
    attributes: { 'outlet.webhook.result': 'rejected', 'http.response.status_code': 403 },
  });
});

test('the calls and callbacks of a sync run are its children', async () => {
  const recorder = record();
  const { fake, outlet } = quickOutlet();
  fake.orders.add({ status: 'complete' });
  const other = clientOf(scriptedService(json({ id: 'o-1' })));
  const to = new Date(Date.now() + 1_000);
  await backfillOrders(outlet, {
    ...named,
    from: new Date(to.getTime() - 3 * day),
    to,
    checkpoints: createMemoryCheckpointStore(),
    onOrders: async () => void (await other.orders.get('o-1')),
  });

  const run = recorder.span('sync backfill');
  expect(run).toMatchObject({
    kind: SpanKind.INTERNAL,
    status: { code: SpanStatusCode.UNSET },
    attributes: { 'outlet.sync.task': 'backfill', 'outlet.sync.name': named.name },
  });
  const children = recorder.spans().filter(({ name }) => name.startsWith('orders.'));
  expect(new Set(children.map(({ name }) => name))).toEqual(new Set(['orders.list', 'orders.get']));
  expect(
    children.filter(({ parentSpanContext }) => parentSpanContext?.spanId !== run.spanContext().spanId),
  ).toEqual([]);
});

test('the span of a sync run that fails has the error.type of its error', async () => {
  const recorder = record();
  const { fake, outlet } = quickOutlet();
  fake.failNext({ fault: 'server-error', times: Number.POSITIVE_INFINITY });
  const to = new Date();
  const run = backfillOrders(outlet, {
    ...named,
    from: new Date(to.getTime() - day),
    to,
    checkpoints: createMemoryCheckpointStore(),
    onOrders: () => {},
  });
  await expect(run).rejects.toThrow();
  const { status, attributes } = recorder.span('sync backfill');
  expect(status).toEqual({ code: SpanStatusCode.ERROR });
  expect(attributes['error.type']).toBe('500');
});
