import { useEffect } from 'preact/hooks';
import type { RateLimitView } from '../../src/emulator/contract/requests.js';
import { Assumption } from '../components/assumption.js';
import { Badge } from '../components/badges.js';
import { Loaded } from '../components/loaded.js';
import { Empty, Page, Section } from '../components/page.js';
import { Table } from '../components/table.js';
import { Time } from '../components/values.js';
import { WindowPlot } from '../components/window-plot.js';
import { linkTo } from '../location.js';
import { useData } from '../use-data.js';

/** Windows pass although nothing changes. */
const refreshInterval = 1000;

export function RateLimit() {
  const rateLimit = useData('GET /rate-limit', {}, ['requests', 'keys', 'clock']);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) rateLimit.reload();
    }, refreshInterval);
    return () => clearInterval(timer);
  }, [rateLimit.reload]);
  return (
    <Page
      title="Rate limit"
      lead={
        <>
          The last minute of each API key, window by window <Assumption name="windowPhase" />. A key that
          exceeds the limit of a window gets a 429 until the window ends.
        </>
      }
    >
      <Loaded from={rateLimit}>
        {(view) => (
          <>
            <Limit view={view} />
            {view.keys.length === 0 && (
              <Empty>
                There are no API keys. <a href={linkTo('keys')}>Create an API key</a>
              </Empty>
            )}
            <div class="grid plots">
              {view.keys.map((key) => (
                <KeyWindows key={key.id} view={view} windows={key} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Limit({ view: { limit, interval } }: { view: RateLimitView }) {
  if (limit === undefined) {
    return (
      <p class="notice">
        The emulator runs without a rate limit. Only the fault{' '}
        <a href={linkTo('faults')}>Rate limited (429)</a> responds with a 429.
      </p>
    );
  }
  return (
    <ul class="list legend">
      <li>
        <span class="swatch allowed" /> Performed
      </li>
      <li>
        <span class="swatch rejected" /> Rejected with 429, marked with a cross
      </li>
      <li>
        <span class="swatch limit" /> Limit: {limit} per {interval === 1000 ? 'second' : `${interval} ms`}
      </li>
      <li>
        The fault <a href={linkTo('faults')}>Rate limited (429)</a> also rejects requests below the limit.
      </li>
    </ul>
  );
}

interface KeyWindowsProps {
  view: RateLimitView;
  windows: RateLimitView['keys'][number];
}

function KeyWindows({ view, windows: { id, label, allowed, rejected } }: KeyWindowsProps) {
  const rejections = sum(rejected);
  const summary = `${sum(allowed)} performed, ${rejections} rejected`;
  const busiest = Math.max(0, ...allowed.map((number, index) => number + (rejected[index] ?? 0)));
  return (
    <Section
      title={label}
      actions={
        <>
          {rejections > 0 && <Badge tone="bad">{rejections} × 429</Badge>}
          <a href={linkTo('requests', undefined, { key: id })}>
            Requests<span class="visually-hidden"> of {label}</span>
          </a>
        </>
      }
    >
      <WindowPlot
        label={`Requests of ${label} in the last minute: ${summary}. The busiest window has ${busiest}.`}
        limit={view.limit}
        interval={view.interval}
        allowed={allowed}
        rejected={rejected}
      />
      <details>
        <summary>
          {summary}: show as a table<span class="visually-hidden"> for {label}</span>
        </summary>
        <Windows view={view} label={label} allowed={allowed} rejected={rejected} />
      </details>
    </Section>
  );
}

interface WindowsProps {
  view: RateLimitView;
  label: string;
  allowed: readonly number[];
  rejected: readonly number[];
}

function Windows({ view, label, allowed, rejected }: WindowsProps) {
  const rows = view.windows
    .map((start, index) => ({ start, allowed: allowed[index] ?? 0, rejected: rejected[index] ?? 0 }))
    .filter((row) => row.allowed + row.rejected > 0)
    .reverse();
  return (
    <Table
      caption={`Windows of ${label} with requests, newest first`}
      empty="No requests in the last minute."
      rows={rows}
      keyOf={({ start }) => start}
      columns={[
        { header: 'Window', cell: ({ start }) => <Time at={start} /> },
        { header: 'Performed', align: 'end', cell: (row) => row.allowed },
        { header: 'Rejected', align: 'end', cell: (row) => row.rejected },
      ]}
    />
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
