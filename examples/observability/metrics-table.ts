import type { Histogram, MetricData } from '@opentelemetry/sdk-metrics';

type Row = readonly [metric: string, attributes: string, value: string];

/** Returns the metrics as a table, with a line for each combination of attributes. */
export function metricsTable(metrics: readonly MetricData[]): string[] {
  const rows: Row[] = [['metric', 'attributes', 'value'], ...metrics.flatMap(rowsOf)];
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  return rows.map(
    ([metric, attributes, value]) => `${metric.padEnd(width(0))}  ${attributes.padEnd(width(1))}  ${value}`,
  );
}

function rowsOf({ descriptor: { name, unit }, dataPoints }: MetricData): Row[] {
  return dataPoints.map(({ attributes, value }, index) => [
    index === 0 ? name : '',
    Object.values(attributes).join(' '),
    typeof value === 'number' ? amount(value, unit) : summary(value, unit),
  ]);
}

/** Summarizes a histogram: how many values it has, and their mean. */
function summary({ count, sum = 0 }: Pick<Histogram, 'count' | 'sum'>, unit: string): string {
  return `${count} × ${amount(sum / count, unit)}`;
}

function amount(value: number, unit: string): string {
  return unit === 's' ? `${value.toFixed(2)} s` : String(value);
}
