import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { MeterProvider, type MetricData, MetricReader } from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { type InstrumentOutletOptions, instrumentOutlet } from 'outlet-open-api/otel';
import { onTestFinished } from 'vitest';

/** The OpenTelemetry SDK, which exports to memory. */
export interface Recorder {
  readonly tracerProvider: BasicTracerProvider;
  readonly meterProvider: MeterProvider;
  /** The spans that have ended, in this sequence. */
  spans(): ReadableSpan[];
  /** The ended span with this name. */
  span(name: string): ReadableSpan;
  /** Collects the metrics with values, by name. */
  metrics(): Promise<Record<string, MetricData>>;
}

class ManualReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** Creates providers that record until the end of the test. */
export function createRecorder(): Recorder {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const reader = new ManualReader();
  const meterProvider = new MeterProvider({ readers: [reader] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  onTestFinished(() => {
    context.disable();
    propagation.disable();
  });
  const spans = () => exporter.getFinishedSpans();
  return {
    tracerProvider,
    meterProvider,
    spans,
    span(name) {
      const [span, ...others] = spans().filter((one) => one.name === name);
      if (!span || others.length > 0)
        throw new Error(`${others.length + (span ? 1 : 0)} spans are named ${name}`);
      return span;
    },
    async metrics() {
      const { resourceMetrics } = await reader.collect();
      const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
      const recorded = all.filter(({ dataPoints }) => dataPoints.length > 0);
      return Object.fromEntries(recorded.map((metric) => [metric.descriptor.name, metric]));
    },
  };
}

/** Records all clients until the end of the test. */
export function record(options: InstrumentOutletOptions = {}): Recorder {
  const recorder = createRecorder();
  const { tracerProvider, meterProvider } = recorder;
  onTestFinished(instrumentOutlet({ tracerProvider, meterProvider, ...options }));
  return recorder;
}
