import type { IncomingMessage } from 'node:http';
import {
  UndiciInstrumentation,
  type UndiciInstrumentationConfig,
} from '@opentelemetry/instrumentation-undici';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type LoopbackService, loopbackService } from '../../support/services/loopback-service.js';
import { type Recorder, record } from './recorder.js';

let service: LoopbackService;
let arrivals: IncomingMessage[];
beforeAll(async () => {
  service = await loopbackService((request, response) => {
    arrivals.push(request);
    response.setHeader('content-type', 'application/json').end('{"id":"o-1"}');
  });
});
beforeEach(() => {
  arrivals = [];
});
afterAll(() => service.close());

/** Records the requests of undici, as most programs with OpenTelemetry do. */
function instrumentUndici(
  { tracerProvider, meterProvider }: Recorder,
  config?: UndiciInstrumentationConfig,
): void {
  const instrumentation = new UndiciInstrumentation(config);
  instrumentation.setTracerProvider(tracerProvider);
  instrumentation.setMeterProvider(meterProvider);
  onTestFinished(() => instrumentation.disable());
}

/** The trace contexts that the API received: as separate headers, because a receiver ignores two. */
function traceparents(): string[] | undefined {
  return arrivals[0]?.headersDistinct.traceparent;
}

test('a request has the context of the call', async () => {
  const recorder = record();
  await service.client().orders.get('o-1');
  const { traceId, spanId } = recorder.span('orders.get').spanContext();
  expect(traceparents()).toEqual([`00-${traceId}-${spanId}-01`]);
});

test('with the instrumentation of undici, a request has only its context, and its span is a child of the call', async () => {
  const recorder = record();
  instrumentUndici(recorder);
  await service.client().orders.get('o-1');
  const request = recorder.span('GET');
  const { traceId, spanId } = request.spanContext();
  expect(request.parentSpanContext).toEqual(recorder.span('orders.get').spanContext());
  expect(traceparents()).toEqual([`00-${traceId}-${spanId}-01`]);
});

test('with the instrumentation of undici, HTTP requests are counted once', async () => {
  const recorder = record();
  instrumentUndici(recorder);
  await service.client().orders.get('o-1');
  const metric = (await recorder.metrics())['http.client.request.duration'];
  expect(metric?.dataPoints).toEqual([
    expect.objectContaining({ value: expect.objectContaining({ count: 1 }) }),
  ]);
});

test('if the instrumentation of undici excludes the API, no span or metric has an ID or a query', async () => {
  const recorder = record({ propagateContext: true, httpClientMetrics: true });
  instrumentUndici(recorder, {
    ignoreRequestHook: ({ origin }) => origin === new URL(service.url).origin,
  });
  await service.client().orders.get('o-17', { query: { search: 'Ada' } });
  // The instrumentation still records other requests.
  await fetch(service.url.replace('127.0.0.1', 'localhost')).catch(() => {});

  const call = recorder.span('orders.get');
  const { traceId, spanId } = call.spanContext();
  expect(traceparents()).toEqual([`00-${traceId}-${spanId}-01`]);
  expect(recorder.span('GET').attributes['server.address']).toBe('localhost');
  expect(
    JSON.stringify(recorder.spans().map(({ attributes, events }) => ({ attributes, events }))),
  ).not.toMatch(/o-17|Ada/);
  const metric = (await recorder.metrics())['http.client.request.duration'];
  const ofApi = metric?.dataPoints.filter(
    ({ attributes }) => attributes['url.template'] === '/orders/{orderId}',
  );
  expect(ofApi).toEqual([expect.objectContaining({ value: expect.objectContaining({ count: 1 }) })]);
});
