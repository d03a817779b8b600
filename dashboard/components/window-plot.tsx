interface WindowPlotProps {
  /** What the plot shows, for screen readers. */
  label: string;
  limit: number | undefined;
  /** The length of a window, in milliseconds. */
  interval: number;
  /** The requests of each window, oldest first. */
  allowed: readonly number[];
  rejected: readonly number[];
}

/** The top and bottom of the bars, in pixels. Above is room for a cross, and below for the times. */
const top = 16;
const bottom = 68;

/** One bar for each window of the last minute. Rejected requests are on top, with a cross above. Widths are percentages, so the plot always fits. */
export function WindowPlot({ label, limit, interval, allowed, rejected }: WindowPlotProps) {
  const windows = allowed.map((count, index) => ({ count, total: count + (rejected[index] ?? 0) }));
  const unit = limit ?? 5;
  const max = Math.max(unit, ...windows.map(({ total }) => total));
  const x = (index: number) => `${(100 * index) / windows.length}%`;
  const y = (count: number) => bottom - ((bottom - top) * count) / max;
  // At most five multiples of the limit, so that one of them is the limit, and three times.
  const counts = multiplesOf(unit * Math.ceil(max / unit / 5), max + 1);
  const ages = multiplesOf(Math.ceil(windows.length / 3), windows.length);

  return (
    <svg class="plot" role="img" aria-label={label}>
      {counts.map((count) => (
        <g key={count}>
          <line class="grid-line" x2="100%" y1={y(count)} y2={y(count)} />
          <text class="count" x={-8} y={y(count) + 4}>
            {count}
          </text>
        </g>
      ))}
      {windows.map(({ count, total }, index) => (
        <g key={index}>
          <title>{`${ageText(windows.length - 1 - index, interval)}: ${count} performed, ${total - count} rejected`}</title>
          <rect
            class="rejected"
            x={x(index + 0.12)}
            width={x(0.76)}
            y={y(total)}
            height={y(count) - y(total)}
          />
          <rect class="allowed" x={x(index + 0.12)} width={x(0.76)} y={y(count)} height={bottom - y(count)} />
          {total > count && (
            <text class="cross" x={x(index + 0.5)} y={y(total) - 3}>
              ×
            </text>
          )}
        </g>
      ))}
      {limit !== undefined && <line class="limit" x2="100%" y1={y(limit)} y2={y(limit)} />}
      {ages.map((age) => (
        <text key={age} x={x(windows.length - age - 0.5)} y={bottom + 18}>
          {ageText(age, interval)}
        </text>
      ))}
    </svg>
  );
}

/** Returns the multiples of a step from 0 up to a limit, which is not included. */
function multiplesOf(step: number, end: number): number[] {
  return Array.from({ length: Math.ceil(end / step) }, (_, index) => index * step);
}

/** Returns how long ago a window was, in seconds. */
function ageText(windows: number, interval: number): string {
  return windows === 0 ? 'now' : `−${(windows * interval) / 1000} s`;
}
