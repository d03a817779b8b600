import {
  context,
  createTraceState,
  propagation,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  finished,
  hang,
  json,
  order,
  rejection,
  type Step,
  scriptedService,
  text,
} from '../../support/services/scripted-service.js';
import { record } from './recorder.js';

beforeEach(() => void vi.useFakeTimers());

const ok = json({ id: 'o-1' });

test('the span of a retried order shows queue, attempts, backoff and replay', async () => {
  // The shortest backoff: 250 ms.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const recorder = record();
  const fake = createFakeOutlet();
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('digital-ordering').token,
    fetch: fake.fetch,
    rateLimit: { requests: 1, interval: 1_000 },
  });
  const channels = await finished(outlet.channels.list());
  const channelId = String(channels.find(({ type }) => type === 'partner')?.id);
  await finished(outlet.menus.get({ channelType: 'partner', partnerChannel: 'foodie' }));
  fake.failNext({ method: 'POST', path: '/orders', fault: 'server-error-after-effect' });

  const first = outlet.orders.create({
    ...order,
    channelId,
    items: [{ menuItemId: 'item-burger', quantity: 1 }],
  });
  const { meta } = await finished(first.withResponse());

  const { kind, attributes, events, status } = recorder.span('orders.create');
  expect({ kind, status }).toEqual({ kind: SpanKind.CLIENT, status: { code: SpanStatusCode.UNSET } });
  expect(attributes).toEqual({
    'outlet.operation': 'orders.create',
    'outlet.outcome': 'succeeded',
    'outlet.call.id': meta.callId,
    'outlet.idempotency_key': meta.idempotencyKey,
    'outlet.idempotency.replayed': true,
    'outlet.priority': 'interactive',
    'outlet.attempts': 2,
    'outlet.queue.duration': expect.closeTo(1.75, 1),
    'outlet.backoff.duration': 0.25,
    'http.request.method': 'POST',
    'http.request.resend_count': 1,
    'http.response.status_code': 201,
    'server.address': new URL(fake.baseUrl).hostname,
    'server.port': 443,
    'url.template': '/orders',
  });
  expect(events.map(({ name, attributes }) => ({ name, ...attributes }))).toEqual([
    {
      name: 'attempt',
      'outlet.attempt': 1,
      'outlet.attempt.duration': expect.any(Number),
      'outlet.queue.duration': expect.closeTo(1, 1),
      'outlet.backoff.duration': 0,
      'http.response.status_code': 500,
      'error.type': '500',
    },
    {
      name: 'attempt',
      'outlet.attempt': 2,
      'outlet.attempt.duration': expect.any(Number),
      'outlet.queue.duration': expect.closeTo(0.75, 1),
      'outlet.backoff.duration': 0.25,
      'http.response.status_code': 201,
    },
  ]);
  // The backoff of 0.25 s and the queue of 0.75 s are between both attempts.
  const [sentFirst = 0, sentSecond = 0] = events.map(({ time }) => time[0] + time[1] / 1e9);
  expect(sentSecond - sentFirst).toBeCloseTo(1, 1);
});

/** A call that fails, and the `error.type` and `outlet.outcome` of its span. */
interface Failure {
  readonly title: string;
  readonly step: Step;
  readonly options?: OutletClientOptions;
  readonly type: string;
  readonly outcome: string;
  readonly status?: number;
}

const failures: readonly Failure[] = [
  { title: 'a rejected request', step: json({}, 400), type: '400', outcome: 'rejected', status: 400 },
  { title: 'a server error', step: json({}, 503), type: '503', outcome: 'unknown', status: 503 },
  {
    title: 'a refused connection',
    step: connectionLost('ECONNREFUSED'),
    type: 'ConnectionError',
    outcome: 'not-sent',
  },
  {
    title: 'a success without a body',
    step: text('', 201, 'application/json'),
    type: 'ResponseValidationError',
    outcome: 'performed',
    status: 201,
  },
  {
    title: 'a success whose JSON breaks off',
    step: text('{"id": "o-', 201, 'application/json'),
    type: 'ResponseValidationError',
    outcome: 'unknown',
    status: 201,
  },
  { title: 'a timeout', step: hang, type: 'TimeoutError', outcome: 'unknown' },
  {
    title: 'an invalid token',
    step: ok,
    options: { accessToken: () => '' },
    type: 'AccessTokenError',
    outcome: 'not-sent',
  },
];

test.each(failures)('the span of $title has its error.type and outcome', async (failure) => {
  const { step, options, type, outcome, status } = failure;
  const recorder = record();
  const outlet = clientOf(scriptedService(step), { maxRetries: 0, ...options });
  await finished(rejection(outlet.orders.create(order)));

  const metric = (await recorder.metrics())['outlet.operation.duration'];
  expect(metric?.dataPoints[0]?.attributes['error.type']).toBe(type);
  const span = recorder.span('orders.create');
  expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(span.attributes).toMatchObject({ 'error.type': type, 'outlet.outcome': outcome });
  expect(span.attributes['http.response.status_code']).toBe(status);
});

test.each([
  ['an error', new RangeError('Ada Lovelace left')],
  ['an error with a custom name', Object.assign(new Error(), { name: 'Ada Lovelace' })],
  ['a text', 'Ada Lovelace left'],
  ['an object', { name: 'Ada Lovelace' }],
])('the span of a call that is aborted with %s contains no text of it', async (_, reason) => {
  const recorder = record();
  const controller = new AbortController();
  const abort = (arrival: Parameters<typeof hang>[0]) => {
    controller.abort(reason);
    return hang(arrival);
  };
  await rejection(clientOf(scriptedService(abort)).orders.get('o-1', { signal: controller.signal }));
  const { attributes, events } = recorder.span('orders.get');
  expect(attributes['error.type']).toBe('AbortError');
  expect(events).toHaveLength(1);
  expect(JSON.stringify({ attributes, events })).not.toContain('Ada');
});

test('an invalid input has no span, because nothing was sent', async () => {
  const recorder = record();
  await rejection(clientOf(scriptedService(ok)).orders.get(''));
  expect(recorder.spans()).toEqual([]);
});

test('concurrent calls are children of their own parents', async () => {
  const { tracerProvider, spans } = record();
  const tracer = tracerProvider.getTracer('test');
  const service = scriptedService(json({}, 503), ok);
  const outlet = clientOf(service, { rateLimit: { requests: 2, interval: 1_000 } });
  const guest = (name: string) =>
    tracer.startActiveSpan(name, async (parent) => {
      await Promise.all([outlet.orders.get('o-1'), outlet.channels.list().catch(() => {})]);
      parent.end();
      return parent.spanContext();
    });

  const parents = await finished(Promise.all(['one', 'two', 'three'].map(guest)));

  for (const { spanId, traceId } of parents) {
    const children = spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === spanId);
    expect(children.map(({ name }) => name).toSorted()).toEqual(['channels.list', 'orders.get']);
    expect(new Set(children.map((child) => child.spanContext().traceId))).toEqual(new Set([traceId]));
  }
});

describe('the trace context', () => {
  test('is all that is sent: no baggage', async () => {
    const recorder = record({ propagateContext: true });
    propagation.disable();
    propagation.setGlobalPropagator(
      new CompositePropagator({
        propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
      }),
    );
    const baggage = propagation.createBaggage({ 'user.email': { value: 'ada@mail.example' } });
    const remote = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: TraceFlags.SAMPLED };
    const parent = trace.setSpanContext(propagation.setBaggage(context.active(), baggage), {
      ...remote,
      traceState: createTraceState('vendor=1'),
    });
    const service = scriptedService(ok);
    await context.with(parent, () => clientOf(service).orders.get('o-1'));

    const { spanId } = recorder.span('orders.get').spanContext();
    const headers = service.arrivals[0]?.headers;
    expect(headers?.get('traceparent')).toBe(`00-${remote.traceId}-${spanId}-01`);
    expect(headers?.get('tracestate')).toBe('vendor=1');
    expect(headers?.get('baggage')).toBeNull();
  });

  test('is not sent if propagateContext is false', async () => {
    record({ propagateContext: false });
    const service = scriptedService(ok);
    await clientOf(service).orders.get('o-1');
    expect(service.arrivals[0]?.headers.has('traceparent')).toBe(false);
  });
});

test('a custom fetch runs in the context of the span', async () => {
  const recorder = record();
  const spanIds: unknown[] = [];
  const service = scriptedService(() => {
    spanIds.push(trace.getActiveSpan()?.spanContext().spanId);
    return ok;
  });
  await clientOf(service).orders.get('o-1');
  expect(spanIds).toEqual([recorder.span('orders.get').spanContext().spanId]);
});
