import { readFileSync } from 'node:fs';
import {
  AggregationTemporality,
  DataPointType,
  InMemoryMetricExporter,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { OutletClient } from 'outlet-open-api';
import { instrumentOutlet } from 'outlet-open-api/otel';
import {
  backfillOrders,
  createMemoryCheckpointStore,
  createMemoryOutboxStore,
  createOutbox,
} from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createTestEvent, createTestRequest, createWebhookHandler } from 'outlet-open-api/webhooks';
import { beforeAll, describe, expect, test } from 'vitest';

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly Target[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
}

const root = new URL('../../../', import.meta.url);
const readText = (path: string) => readFileSync(new URL(path, root), 'utf8');
const { panels, templating }: Dashboard = JSON.parse(
  readText('examples/observability/grafana-dashboard.json'),
);
const charts = panels.filter(({ type }) => type !== 'row');
const queries = charts.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

/** Labels that Prometheus adds: the service, and the bounds of the buckets of a histogram. */
const labelsOfPrometheus = ['job', 'le'];

let metrics: readonly MetricData[];
/** The labels of each series in Prometheus. */
let series: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  metrics = await recordMetrics();
  series = new Map(metrics.flatMap((metric) => seriesOf(metric).map((name) => [name, labelsOf(metric)])));
});

describe.each(queries)('$title: $expr', ({ expr, legendFormat }) => {
  test('is about metrics and attributes that instrumentOutlet records', () => {
    const { names, labels } = namedIn(expr);
    const known = [...labelsOfPrometheus, ...names.flatMap((name) => series.get(name) ?? [])];

    expect(names.length).toBeGreaterThan(0);
    expect([...series.keys()]).toEqual(expect.arrayContaining(names));
    expect(known).toEqual(expect.arrayContaining(labels));
    expect(labels).toEqual(expect.arrayContaining(labelsIn(legendFormat)));
  });
});

test('the variables list labels of metrics that instrumentOutlet records', () => {
  const definitions = templating.list.flatMap(({ definition }) => definition ?? []);
  const parsed = definitions.map((definition) =>
    /^label_values\((\w+)(?:\{.*\})?, (\w+)\)$/.exec(definition),
  );

  expect(parsed.map((match) => match?.[2])).toEqual(['job', 'outlet_operation']);
  expect([...series.keys()]).toEqual(expect.arrayContaining(parsed.map((match) => match?.[1])));
});

test('the dashboard shows every metric', () => {
  const shown = queries.flatMap(({ expr }) => namedIn(expr).names);

  expect(metrics.length).toBeGreaterThan(0);
  for (const metric of metrics) {
    expect(
      seriesOf(metric).some((name) => shown.includes(name)),
      metric.descriptor.name,
    ).toBe(true);
  }
});

test('every panel has an id of its own, a unit and a description', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, description, fieldConfig } of charts) {
    expect([title, description, fieldConfig?.defaults.unit]).toEqual(Array(3).fill(expect.any(String)));
  }
});

test('the guide lists every metric with its attributes', () => {
  const guide = readText('docs/guides/logging.md');

  for (const metric of metrics) {
    const { name } = metric.descriptor;
    const cells =
      new RegExp(`^\\| \`${name.replaceAll('.', '\\.')}\` \\|.*\\| (.*) \\|$`, 'm').exec(guide)?.[1] ?? '';
    expect(cells.split(', ').toSorted(), name).toEqual(
      attributesOf(metric)
        .map((key) => `\`${key}\``)
        .toSorted(),
    );
  }
});

/** Returns the metrics of calls that succeed, fail and are retried after a 429, of a webhook, two backfills and an outbox. */
async function recordMetrics(): Promise<readonly MetricData[]> {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter });
  const stop = instrumentOutlet({ meterProvider: new MeterProvider({ readers: [reader] }) });
  const fake = createFakeOutlet({ empty: true, rateLimit: false });
  const accessToken = fake.key('order-data').token;
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch, maxRetries: 1 });
  fake.failNext({ path: '/orders', fault: 'rate-limited' });
  const backfill = () =>
    backfillOrders(outlet, {
      name: 'backfill',
      outletRef: 'bistro',
      from: new Date(Date.now() - 1_000),
      checkpoints: createMemoryCheckpointStore(),
      onOrders: () => {},
    });
  await backfill();
  fake.failNext({ path: '/orders', fault: 'server-error', times: 2 });
  await expect(backfill()).rejects.toThrow();
  await outlet.orders.get('unknown').catch(() => {});
  const handle = createWebhookHandler({ verify: 'none', onAny: () => {} });
  const { request, info } = createTestRequest(createTestEvent('menus.published'));
  await handle(request, info);
  await createOutbox({ store: createMemoryOutboxStore(), outlets: { get: () => outlet } }).addOrder(
    'bistro',
    {
      channelId: 'channel-foodie',
      partnerInfo: { partnerChannel: 'foodie', orderId: 'F-1' },
      items: [],
    },
  );
  await reader.shutdown();
  stop();
  return exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
}

/** Returns the series that the OTLP receiver of Prometheus creates from a metric, with its default names. */
function seriesOf(metric: MetricData): string[] {
  const { name, unit } = metric.descriptor;
  const base = `${name.replaceAll('.', '_')}${unit === 's' ? '_seconds' : ''}`;
  if (metric.dataPointType === DataPointType.HISTOGRAM) {
    return [`${base}_bucket`, `${base}_sum`, `${base}_count`];
  }
  const isCounter = metric.dataPointType === DataPointType.SUM && metric.isMonotonic;
  return [isCounter ? `${base}_total` : base];
}

function attributesOf({ dataPoints }: MetricData): string[] {
  return [...new Set(dataPoints.flatMap(({ attributes }) => Object.keys(attributes)))];
}

function labelsOf(metric: MetricData): string[] {
  return attributesOf(metric).map((key) => key.replaceAll('.', '_'));
}

/** Returns the labels that a legend shows. */
function labelsIn(legend: string): string[] {
  return Array.from(legend.matchAll(/\{\{(\w+)\}\}/g), ([, label = '']) => label);
}

/** Returns the metrics and labels that a query names. Each metric has a selector, such as `{job="orders"}`. */
function namedIn(expr: string) {
  const all = (pattern: RegExp, text: string) =>
    Array.from(text.matchAll(pattern), ([, found = '']) => found);
  const selectors = all(/\{(.*?)\}/g, expr).flatMap((selector) => all(/(\w+)(?:=|!=|=~|!~)"/g, selector));
  const groups = all(/\bby \((.*?)\)/g, expr).flatMap((group) => group.split(', '));
  return { names: all(/(\w+)\{/g, expr), labels: [...selectors, ...groups] };
}
