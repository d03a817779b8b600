import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

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

const height = 132;
const darkScheme = matchMedia('(prefers-color-scheme: dark)');

/** One bar for each window of the last minute. Rejected requests are on top, with a cross above. */
export function WindowPlot(props: WindowPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const created = new uPlot(
      optionsOf(() => latest.current, element.clientWidth),
      dataOf(latest.current),
      element,
    );
    plot.current = created;
    const resized = new ResizeObserver(() => created.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    // The colors are CSS properties, which the canvas reads when it draws.
    const redraw = () => created.redraw();
    darkScheme.addEventListener('change', redraw);
    return () => {
      resized.disconnect();
      darkScheme.removeEventListener('change', redraw);
      created.destroy();
    };
  }, []);

  useEffect(() => {
    plot.current?.setData(dataOf(props));
  }, [props.allowed, props.rejected]);

  return <div ref={box} class="plot" role="img" aria-label={props.label} />;
}

/** The seconds before the newest window, all requests, and the performed requests in front of them. */
function dataOf({ interval, allowed, rejected }: WindowPlotProps): uPlot.AlignedData {
  const seconds = allowed.map((_, index) => ((index - allowed.length + 1) * interval) / 1000);
  const totals = allowed.map((number, index) => number + (rejected[index] ?? 0));
  return [seconds, totals, [...allowed]];
}

function optionsOf(latest: () => WindowPlotProps, width: number): uPlot.Options {
  const paths = uPlot.paths.bars?.({ size: [0.76, 24] });
  const bars = (color: string): uPlot.Series => ({
    ...(paths && { paths }),
    fill: () => property(color),
    width: 0,
    points: { show: false },
  });
  const axis = {
    stroke: () => property('--muted'),
    ticks: { show: false },
    font: `11px ${property('--font')}`,
  };
  const half = () => latest().interval / 2000;
  return {
    width,
    height,
    padding: [12, 14, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: (_, from, to) => [from - half(), to + half()] },
      y: { range: (_, __, max) => [0, Math.max(latest().limit ?? 5, max) * 1.1] },
    },
    series: [{}, bars('--bad'), bars('--accent')],
    axes: [
      { ...axis, size: 24, grid: { show: false }, values: (_, ticks) => ticks.map(secondsText) },
      {
        ...axis,
        size: 30,
        grid: { stroke: () => property('--border'), width: 1 },
        splits: (_, __, ___, max) => countsUpTo(max, latest().limit ?? 5),
      },
    ],
    hooks: {
      draw: [(plot) => drawMarks(plot, latest())],
    },
  };
}

/** At most five counts to label: multiples of the limit, so that one of them is the limit. */
function countsUpTo(max: number, limit: number): number[] {
  const step = limit * Math.ceil(max / limit / 5);
  return Array.from({ length: Math.floor(max / step) + 1 }, (_, index) => index * step);
}

function secondsText(seconds: number): string {
  return seconds === 0 ? 'now' : `−${Math.abs(seconds)} s`;
}

/** The limit as a dashed line, and a cross above each bar with rejected requests. */
function drawMarks({ ctx, bbox, data, valToPos }: uPlot, { limit, rejected }: WindowPlotProps): void {
  const { devicePixelRatio } = window;
  ctx.save();
  ctx.lineWidth = 1.5 * devicePixelRatio;
  if (limit !== undefined) {
    const y = valToPos(limit, 'y', true);
    ctx.strokeStyle = property('--text');
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.strokeStyle = property('--bad');
  ctx.setLineDash([]);
  const size = Math.min(2.5 * devicePixelRatio, bbox.width / rejected.length / 2.5);
  const [seconds, totals] = data;
  ctx.beginPath();
  rejected.forEach((number, index) => {
    const second = seconds[index];
    const total = totals?.[index];
    if (number === 0 || second === undefined || typeof total !== 'number') return;
    const x = valToPos(second, 'x', true);
    const y = valToPos(total, 'y', true) - 2.4 * size;
    ctx.moveTo(x - size, y - size);
    ctx.lineTo(x + size, y + size);
    ctx.moveTo(x - size, y + size);
    ctx.lineTo(x + size, y - size);
  });
  ctx.stroke();
  ctx.restore();
}

function property(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}
