import { useEffect } from 'preact/hooks';
import type { RateLimitView } from '../../../src/emulator/contract/requests.js';
import { WindowPlot } from '../../components/window-plot.js';
import { useData } from '../../use-data.js';

/** Windows pass although nothing changes. */
const refreshInterval = 1000;

/** The windows of the last minute, for each API key that sent requests. With `keyId`, only that key. */
export function RateLimitStrip({ keyId }: { keyId: string | undefined }) {
  const { data, reload } = useData('GET /rate-limit', {}, ['requests', 'keys', 'clock']);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, refreshInterval);
    return () => clearInterval(timer);
  }, [reload]);
  if (data === undefined) return null;
  if (data.limit === undefined) return <p class="muted">The emulator runs without a rate limit.</p>;
  const keys = data.keys.filter(({ id, allowed, rejected }) => {
    return sum(allowed) + sum(rejected) > 0 && (keyId === undefined || keyId === id);
  });
  return (
    <div class="grid plots">
      {keys.map((windows) => (
        <KeyWindows key={windows.id} view={data} windows={windows} />
      ))}
    </div>
  );
}

interface KeyWindowsProps {
  view: RateLimitView;
  windows: RateLimitView['keys'][number];
}

function KeyWindows({ view: { limit, interval }, windows: { label, allowed, rejected } }: KeyWindowsProps) {
  const summary = `${sum(allowed)} performed, ${sum(rejected)} rejected`;
  const busiest = Math.max(0, ...allowed.map((number, index) => number + (rejected[index] ?? 0)));
  return (
    <figure class="card">
      <figcaption>
        {label}: {summary}
      </figcaption>
      <WindowPlot
        label={`Requests of ${label} in the last minute: ${summary}. The busiest window has ${busiest}.`}
        limit={limit}
        interval={interval}
        allowed={allowed}
        rejected={rejected}
      />
    </figure>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
