import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { OutletClient } from 'outlet-open-api';
import { createMemoryOutboxStore, createOutbox } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { record } from './recorder.js';

const order = {
  channelId: 'channel-foodie',
  partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
  items: [{ menuItemId: 'item-burger', quantity: 1 }],
};

function openOutbox() {
  const fake = createFakeOutlet();
  const accessToken = fake.key('digital-ordering').token;
  const options = { baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch, maxRetries: 0 };
  const outlet = new OutletClient({ ...options, logLevel: 'off' });
  const store = createMemoryOutboxStore();
  const open = () => createOutbox({ store, outlets: { get: () => outlet } });
  return { fake, open };
}

test('a step is linked to the request that added the order, and its calls are its children', async () => {
  const recorder = record();
  const { open } = openOutbox();
  const parent = recorder.tracerProvider.getTracer('test');
  const entry = await parent.startActiveSpan('POST /orders', async (server) => {
    const added = await open().addOrder('bistro', order);
    server.end();
    return added;
  });
  // Another process, or the same one later.
  await open().process(entry);

  const added = recorder.span('outbox add');
  expect(added).toMatchObject({ kind: SpanKind.INTERNAL, links: [] });
  expect(added.parentSpanContext).toEqual(recorder.span('POST /orders').spanContext());
  const sent = recorder.span('outbox send');
  expect(sent.parentSpanContext).toBeUndefined();
  expect(sent.attributes).toEqual({ 'outlet.outbox.step': 'send', 'outlet.outbox.kind': 'order' });
  const { traceId, spanId } = added.spanContext();
  expect(sent.links).toMatchObject([{ context: { traceId, spanId } }]);
  expect(recorder.span('orders.create').parentSpanContext).toEqual(sent.spanContext());
  expect(recorder.span('orders.get').parentSpanContext).toEqual(recorder.span('outbox read').spanContext());
});

test('a step that fails has an error.type, and entries are counted by state', async () => {
  const recorder = record();
  const { fake, open } = openOutbox();
  fake.failNext({ method: 'POST', fault: 'server-error', times: Number.POSITIVE_INFINITY });
  const outbox = open();
  const entry = await outbox.addOrder('bistro', order);
  await outbox.process(entry).catch(() => {});

  expect(recorder.span('outbox send')).toMatchObject({
    status: { code: SpanStatusCode.ERROR },
    attributes: { 'error.type': '500' },
  });
  const { 'outlet.outbox.entries': metric } = await recorder.metrics();
  expect(metric?.dataPoints.map(({ attributes, value }) => [attributes, value])).toEqual([
    [{ 'outlet.outbox.kind': 'order', 'outlet.outbox.state': 'waiting' }, 1],
    [{ 'outlet.outbox.kind': 'order', 'outlet.outbox.state': 'unknown' }, 1],
  ]);
});
