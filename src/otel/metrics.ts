import {
  type Attributes,
  type BatchObservableResult,
  type Meter,
  type MeterProvider,
  metrics,
} from '@opentelemetry/api';
import type {
  AttemptEndEvent,
  AttemptFailure,
  CallMessage,
  OutageMessage,
  OutboxChangeMessage,
  QueueMessage,
  SyncMessage,
  WebhookMessage,
} from '../index.js';
import { VERSION } from '../version.js';
import { callResult, errorTypeOfError, errorTypeOfFailure, names, withoutUndefined } from './attributes.js';

/** The bounds of buckets that the semantic conventions recommend for HTTP requests, in seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Calls can wait in the queue and be retried, so they can take longer than a request. */
const callBuckets = [...requestBuckets, 15, 30, 60, 120];

/** A sync run takes from a second, for new records, to many hours, for all records of an outlet. */
const syncBuckets = [1, 2.5, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 10_800, 36_000];

type Instruments = ReturnType<typeof createInstruments>;

/** Records calls, webhook deliveries, sync runs and outbox entries as metrics. */
export class OutletMetrics {
  readonly #given: MeterProvider | undefined;
  readonly #waiting = new Set<QueueMessage>();
  readonly #outages = new Set<OutageMessage>();
  /** Those that have had an outage, whose number returns to 0. */
  readonly #origins = new Set<string>();
  /** The attributes of each sync run, and the end of the range that it has completed. */
  readonly #synced = new Map<string, { readonly attributes: Attributes; readonly through: number }>();
  #provider: MeterProvider | undefined;
  #current: Instruments | undefined;
  #isStopped = false;

  constructor(given: MeterProvider | undefined) {
    this.#given = given;
    this.#instruments();
  }

  call(message: CallMessage, seconds: number): void {
    const { operation, method } = message;
    const attributes = { [names.operation]: operation, [names.method]: method, ...callResult(message) };
    this.#instruments().duration.record(seconds, attributes);
  }

  request({ duration, status, failure }: AttemptEndEvent, http: Attributes): void {
    const attributes = { ...http, [names.status]: status, [names.errorType]: errorTypeOfFailure(failure) };
    this.#instruments().requestDuration.record(duration / 1_000, withoutUndefined(attributes));
  }

  queueStart(message: QueueMessage): void {
    this.#waiting.add(message);
  }

  queueEnd(message: QueueMessage): void {
    this.#waiting.delete(message);
    this.#instruments().queueDuration.record(message.queueDuration / 1_000, {
      [names.priority]: message.priority,
    });
  }

  outageStart(message: OutageMessage): void {
    this.#outages.add(message);
    this.#origins.add(message.origin);
  }

  outageEnd(message: OutageMessage): void {
    this.#outages.delete(message);
  }

  /**
   * Counts a retry and a 429.
   * @param previous - why the attempt before failed; `undefined` for a first attempt
   */
  attempt({ operation, status }: AttemptEndEvent, previous: AttemptFailure | undefined): void {
    const { retries, rejections } = this.#instruments();
    const type = errorTypeOfFailure(previous);
    if (type) retries.add(1, { [names.operation]: operation, [names.errorType]: type });
    if (status === 429) rejections.add(1, { [names.operation]: operation });
  }

  webhook({ event, result }: WebhookMessage): void {
    const attributes = { [names.webhookEvent]: event, [names.webhookResult]: result };
    this.#instruments().deliveries.add(1, withoutUndefined(attributes));
  }

  sync({ task, name, through, error }: SyncMessage, seconds: number): void {
    const attributes = { [names.syncTask]: task, [names.syncName]: name };
    const result = { [names.errorType]: error === undefined ? undefined : errorTypeOfError(error) };
    this.#instruments().syncDuration.record(seconds, withoutUndefined({ ...attributes, ...result }));
    if (through === undefined) return;
    this.#synced.set(`${task} ${name}`, { attributes, through: through.getTime() });
  }

  outbox({ kind, state }: OutboxChangeMessage): void {
    this.#instruments().entries.add(1, { [names.outboxKind]: kind, [names.outboxState]: state });
  }

  stop(): void {
    this.#isStopped = true;
    this.#unobserve();
  }

  #unobserve(): void {
    this.#current?.meter.removeBatchObservableCallback(this.#observe, this.#current.observed);
  }

  /** Returns the instruments of the provider. The API has no proxy for a global provider that is registered later. */
  #instruments(): Instruments {
    const provider = this.#given ?? metrics.getMeterProvider();
    if (this.#current && (this.#isStopped || this.#provider === provider)) return this.#current;
    this.#unobserve();
    this.#provider = provider;
    this.#current = createInstruments(provider.getMeter('outlet-open-api', VERSION));
    this.#current.meter.addBatchObservableCallback(this.#observe, this.#current.observed);
    return this.#current;
  }

  readonly #observe = (result: BatchObservableResult) => {
    const { queueLength, outages, lag } = this.#instruments();
    for (const priority of ['interactive', 'background']) {
      const waiting = [...this.#waiting].filter((message) => message.priority === priority);
      result.observe(queueLength, waiting.length, { [names.priority]: priority });
    }
    for (const origin of this.#origins) {
      const ofOrigin = [...this.#outages].filter((message) => message.origin === origin);
      result.observe(outages, ofOrigin.length, { [names.serverAddress]: new URL(origin).hostname });
    }
    for (const { attributes, through } of this.#synced.values()) {
      result.observe(lag, (Date.now() - through) / 1_000, attributes);
    }
  };
}

function createInstruments(meter: Meter) {
  const seconds = (name: string, description: string, explicitBucketBoundaries = callBuckets) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } });
  const counter = (name: string, description: string, unit: string) =>
    meter.createCounter(name, { description, unit });
  const queueLength = meter.createObservableUpDownCounter('outlet.queue.length', {
    description: 'Attempts that wait for the rate limit.',
    unit: '{attempt}',
  });
  const outages = meter.createObservableUpDownCounter('outlet.outages', {
    description: 'API keys whose calls an outage holds back.',
    unit: '{key}',
  });
  const lag = meter.createObservableGauge('outlet.sync.lag', {
    description: 'Time since the end of the range that the last successful run completed.',
    unit: 's',
  });
  return {
    meter,
    observed: [queueLength, outages, lag],
    queueLength,
    outages,
    lag,
    duration: seconds('outlet.operation.duration', 'Duration of calls, with queue, attempts and backoff.'),
    queueDuration: seconds('outlet.queue.duration', 'Time that attempts waited for the rate limit.'),
    requestDuration: seconds(
      'http.client.request.duration',
      'Duration of HTTP client requests.',
      requestBuckets,
    ),
    syncDuration: seconds('outlet.sync.duration', 'Duration of sync runs.', syncBuckets),
    rejections: counter('outlet.rate_limit.rejections', 'Responses with status 429.', '{response}'),
    retries: counter('outlet.retries', 'Attempts after the first.', '{attempt}'),
    entries: counter('outlet.outbox.entries', 'Entries of an outbox that have reached a state.', '{entry}'),
    deliveries: counter('outlet.webhook.deliveries', 'Webhook deliveries.', '{delivery}'),
  };
}
