import type { RateLimitView } from '../../../src/emulator/contract/requests.js';
import { useData } from '../../use-data.js';
import { useInterval } from '../../use-interval.js';

/** Windows pass although nothing changes. */
const refreshInterval = 1000;

/** The windows of the last minute, for each API key that sent requests. With `keyId`, only that key. */
export function RateLimitStrip({ keyId }: { keyId: string | undefined }) {
  const { data, reload } = useData('GET /rate-limit', {}, ['requests', 'keys', 'clock']);
  useInterval(reload, refreshInterval);
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

/** A bar for each window of the last minute, oldest first. Rejected requests are on top, as a frame. The line is the limit. */
function KeyWindows({ view: { limit = 0 }, windows: { label, allowed, rejected } }: KeyWindowsProps) {
  const summary = `${sum(allowed)} allowed, ${sum(rejected)} got a 429`;
  const windows = allowed.map((count, index) => ({ count, more: rejected[index] ?? 0 }));
  const max = Math.max(limit, ...windows.map(({ count, more }) => count + more));
  return (
    <figure class="card">
      <figcaption>
        {label}: {summary}
      </figcaption>
      <svg
        class="plot"
        role="img"
        aria-label={`Requests of ${label} in the last minute: ${summary}. A window allows ${limit}.`}
        viewBox={`0 0 ${windows.length} ${max}`}
        preserveAspectRatio="none"
      >
        {windows.map(({ count, more }, index) => (
          <g key={index}>
            <title>{`${count} allowed, ${more} got a 429`}</title>
            <rect class="performed" x={index + 0.1} width="0.8" y={max - count} height={count} />
            {more > 0 && (
              <rect class="rejected" x={index + 0.1} width="0.8" y={max - count - more} height={more} />
            )}
          </g>
        ))}
        <line x2={windows.length} y1={max - limit} y2={max - limit} />
      </svg>
    </figure>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
