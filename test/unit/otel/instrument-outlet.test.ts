import { metrics, trace } from '@opentelemetry/api';
import { OutletError, VERSION } from 'outlet-open-api';
import { instrumentOutlet } from 'outlet-open-api/otel';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clientOf, json, scriptedService } from '../../support/services/scripted-service.js';
import { gate } from '../../support/time/gate.js';
import { createRecorder, record } from './recorder.js';

const ok = json({ id: 'o-1' });
const outlet = () => clientOf(scriptedService(ok), { rateLimit: false });

test('nothing is recorded after a stop, and a second stop does nothing', async () => {
  const recorder = createRecorder();
  const { tracerProvider, meterProvider } = recorder;
  const stop = instrumentOutlet({ tracerProvider, meterProvider });
  await outlet().orders.get('o-1');
  stop();
  stop();
  await outlet().orders.get('o-1');
  expect(recorder.spans()).toHaveLength(1);
  const recorded = await recorder.metrics();
  expect(recorded['outlet.operation.duration']?.dataPoints[0]?.value).toMatchObject({ count: 1 });
  expect(recorded).not.toHaveProperty(['outlet.queue.length']);
});

test('a call that is in progress during a stop ends its span', async () => {
  const recorder = createRecorder();
  const { tracerProvider, meterProvider } = recorder;
  const stop = instrumentOutlet({ tracerProvider, meterProvider });
  const response = gate<Response>();
  const call = clientOf(scriptedService(() => response.promise)).orders.get('o-1');
  stop();
  response.open(json({ id: 'o-1' }));
  await call;
  expect(recorder.span('orders.get').attributes['outlet.outcome']).toBe('succeeded');
});

test('a call that is in progress during a stop records nothing with a provider that is registered later', async () => {
  const stop = instrumentOutlet();
  const response = gate<Response>();
  const call = clientOf(scriptedService(() => response.promise)).orders.get('o-1');
  stop();
  const recorder = createRecorder();
  metrics.setGlobalMeterProvider(recorder.meterProvider);
  onTestFinished(() => metrics.disable());
  response.open(json({ id: 'o-1' }));
  await call;
  expect(await recorder.metrics()).toEqual({});
});

test('a second call replaces the first, whose stop function then does nothing', async () => {
  const stop = instrumentOutlet();
  const recorder = record();
  stop();
  await outlet().orders.get('o-1');
  expect(recorder.spans()).toHaveLength(1);
  record();
  await outlet().orders.get('o-1');
  expect(recorder.spans()).toHaveLength(1);
});

test('global providers that are registered later record', async () => {
  onTestFinished(instrumentOutlet());
  await outlet().orders.get('o-1');
  const recorder = createRecorder();
  trace.setGlobalTracerProvider(recorder.tracerProvider);
  metrics.setGlobalMeterProvider(recorder.meterProvider);
  onTestFinished(() => {
    trace.disable();
    metrics.disable();
  });
  await outlet().orders.get('o-1');
  expect(recorder.spans()).toHaveLength(1);
  expect(await recorder.metrics()).toHaveProperty(['outlet.operation.duration']);
  // The instruments of the new provider are created once.
  await outlet().orders.get('o-1');
  const duration = (await recorder.metrics())['outlet.operation.duration'];
  expect(duration?.dataPoints[0]?.value).toMatchObject({ count: 2 });
});

test('tracer and meter have the name and version of the package', async () => {
  const recorder = record();
  await outlet().orders.get('o-1');
  expect(recorder.span('orders.get').instrumentationScope).toMatchObject({
    name: 'outlet-open-api',
    version: VERSION,
  });
});

test('a runtime without diagnostics channels is named in the error', () => {
  vi.stubGlobal('process', { ...process, getBuiltinModule: undefined });
  expect(() => instrumentOutlet()).toThrow(OutletError);
  expect(() => instrumentOutlet()).toThrow('no diagnostics channels');
});
