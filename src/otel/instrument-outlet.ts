import {
  type Attributes,
  context,
  type MeterProvider,
  propagation,
  type Span,
  type TextMapSetter,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { channelOf } from '../diagnostics/channels.js';
import type { Verdict } from '../errors/issue.js';
import { OutletError } from '../errors/outlet-error.js';
import { diagnosticsChannels } from '../host.js';
import type { AttemptFailure, DiagnosticsMessages } from '../index.js';
import { checkFlag, hasMethods } from '../options/checks.js';
import { readOptions } from '../options/read-options.js';
import { VERSION } from '../version.js';
import { httpAttributes } from './attributes.js';
import { OutletMetrics } from './metrics.js';
import { addAttempt, startCall, startOutboxStep, startSync, startWebhook } from './spans.js';

/** Options of `instrumentOutlet`. */
export interface InstrumentOutletOptions {
  /** Creates the tracer. @defaultValue the global provider, even if it is registered later */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Creates the meter. @defaultValue the global provider, even if it is registered later */
  readonly meterProvider?: MeterProvider | undefined;
  /**
   * Whether to record `http.client.request.duration`. Leave it off if `@opentelemetry/instrumentation-undici` records the same requests.
   * @defaultValue `false`
   */
  readonly httpClientMetrics?: boolean | undefined;
  /**
   * Whether to send the context of the span to the API, in the headers `traceparent` and `tracestate`. Baggage is never sent.
   * @defaultValue `true`, unless something observes the requests of undici. `@opentelemetry/instrumentation-undici` does so, and sends
   * the context of its own spans, which are children. Set `true` if its `ignoreRequestHook` excludes the API.
   */
  readonly propagateContext?: boolean | undefined;
}

/** Sets the trace context. Other headers of propagators, such as `baggage`, can contain personal data. */
const traceHeaders: TextMapSetter<Record<string, string>> = {
  set(headers, name, value) {
    if (name === 'traceparent' || name === 'tracestate') headers[name] = value;
  },
};

interface RecordedCall {
  readonly span: Span;
  readonly http: Attributes;
  /** Why the last attempt failed. */
  failure?: AttemptFailure | undefined;
}

const current = Symbol.for('outlet-open-api/otel');

/**
 * Records the calls, webhook deliveries, sync runs and outbox steps of all clients in this process as OpenTelemetry spans and metrics. These contain no
 * token, order ID or personal data. Other instrumentations can record the URLs of requests. A second call replaces the options of the
 * first.
 * @returns a function that stops recording. Spans of calls in progress still end.
 * @throws {@link OutletError} if the runtime has no diagnostics channels, or an option is invalid
 * @example
 * ```ts
 * import { NodeSDK } from '@opentelemetry/sdk-node';
 * import { instrumentOutlet } from 'outlet-open-api/otel';
 *
 * new NodeSDK({ serviceName: 'kitchen' }).start();
 * const stop = instrumentOutlet();
 * ```
 */
export function instrumentOutlet(options?: InstrumentOutletOptions): () => void {
  const diagnostics = diagnosticsChannels();
  if (!diagnostics) {
    throw new OutletError(
      'This runtime has no diagnostics channels, so instrumentOutlet cannot observe calls. Use Node.js, Bun, Deno or Cloudflare Workers with nodejs_compat.',
    );
  }
  const { tracerProvider, meterProvider, httpClientMetrics, propagateContext } = readOptions(
    'Invalid instrumentOutlet options',
    options,
    (option) => ({
      tracerProvider: option('tracerProvider', checkTracerProvider, trace),
      meterProvider: option('meterProvider', checkMeterProvider, undefined),
      httpClientMetrics: option('httpClientMetrics', checkFlag, false),
      propagateContext: option('propagateContext', checkFlag, undefined),
    }),
  );
  const holder: typeof globalThis & { [current]?: () => void } = globalThis;
  // Also replaces the one of another copy of this package, so that no call has two spans.
  holder[current]?.();

  const metrics = new OutletMetrics(meterProvider);
  const stops = [() => metrics.stop()];
  const on = <Name extends keyof DiagnosticsMessages>(
    name: Name,
    observe: (message: DiagnosticsMessages[Name]) => void,
  ) => {
    const channel = channelOf(name);
    const listener = (message: unknown) => observe(message as DiagnosticsMessages[Name]);
    channel?.subscribe(listener);
    stops.push(() => channel?.unsubscribe(listener));
  };

  const calls = new Map<string, RecordedCall>();
  const tracer = () => tracerProvider.getTracer('outlet-open-api', VERSION);
  on('call:start', (message) => {
    const seconds = stopwatch();
    const http = httpAttributes(message);
    const span = startCall(tracer(), message, http, () => {
      calls.delete(message.callId);
      metrics.call(message, seconds());
    });
    calls.set(message.callId, { span, http });
    const propagates = propagateContext ?? !diagnostics.hasSubscribers('undici:request:create');
    if (propagates) propagation.inject(trace.setSpan(context.active(), span), message.headers, traceHeaders);
  });
  on('attempt:end', (message) => {
    const call = calls.get(message.callId);
    if (!call) return;
    addAttempt(call.span, message);
    metrics.attempt(message, call.failure);
    call.failure = message.failure;
    if (httpClientMetrics) metrics.request(message, call.http);
  });
  on('queue:start', (message) => metrics.queueStart(message));
  on('queue:end', (message) => metrics.queueEnd(message));
  on('outage:start', (message) => metrics.outageStart(message));
  on('outage:end', (message) => metrics.outageEnd(message));
  on('webhook:start', (message) => startWebhook(tracer(), message, () => metrics.webhook(message)));
  on('sync:start', (message) => {
    const seconds = stopwatch();
    startSync(tracer(), message, () => metrics.sync(message, seconds()));
  });
  on('outbox:start', (message) => {
    const span = startOutboxStep(tracer(), message);
    // Later steps are linked to this span, also those of other processes.
    if (message.step === 'add')
      propagation.inject(trace.setSpan(context.active(), span), message.headers, traceHeaders);
  });
  on('outbox:change', (message) => metrics.outbox(message));

  holder[current] = () => {
    for (const end of stops.splice(0)) end();
  };
  return holder[current];
}

function checkTracerProvider(provider: unknown): Verdict {
  return hasMethods(provider, 'getTracer') || 'must have the method getTracer';
}

function checkMeterProvider(provider: unknown): Verdict {
  return hasMethods(provider, 'getMeter') || 'must have the method getMeter';
}

/** Returns a function that returns the seconds since now. */
function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1_000;
}
