import type { Overview as OverviewData } from '../../src/emulator/contract/outlet.js';
import { Badge, StatusBadge, type Tone } from '../components/badges.js';
import { Loaded } from '../components/loaded.js';
import { Page, Section } from '../components/page.js';
import { Table } from '../components/table.js';
import { countText } from '../components/values.js';
import { linkTo } from '../location.js';
import { useData } from '../use-data.js';
import { useOverview } from '../use-overview.js';
import { Connect } from './connect.js';
import { requestColumns } from './request-table.js';

export function Overview() {
  return (
    <Page title="Overview" lead="What happens at the outlet and in your integration.">
      <Loaded from={useOverview()}>
        {(overview) => (
          <>
            <Attention overview={overview} />
            <div class="overview">
              <Orders overview={overview} />
              <Traffic overview={overview} />
              <Connect overview={overview} />
            </div>
          </>
        )}
      </Loaded>
      <LatestRequests />
    </Page>
  );
}

interface Hint {
  readonly tone: Tone;
  readonly label: string;
  readonly text: string;
  readonly view: string;
  readonly action: string;
}

/** What the reader probably wants to do something about. */
function hintsOf(overview: OverviewData): Hint[] {
  const { createdTwice, keysWithoutWebhookUrl, deliveries, requests, unpublished } = overview;
  const double = createdTwice.at(-1);
  const edited = [unpublished.menu && 'the menu', unpublished.channels && 'the channels']
    .filter(Boolean)
    .join(' and ');
  const hints: (Hint | false)[] = [
    double !== undefined && {
      tone: 'bad',
      label: 'Orders',
      text: `${countText(createdTwice.length, 'order was', 'orders were')} created again with a reference that another order has, such as ${double.title}.`,
      view: `orders/${encodeURIComponent(double.orderId)}`,
      action: 'See the orders',
    },
    deliveries.failed > 0 && {
      tone: 'bad',
      label: 'Webhooks',
      text: `${countText(deliveries.failed, 'event was', 'events were')} not delivered.`,
      view: 'webhooks?state=failed',
      action: 'See the responses',
    },
    requests.rejected > 0 && {
      tone: 'warning',
      label: 'Rate limit',
      text: `${countText(requests.rejected, 'request')} got a 429 in the last minute.`,
      view: 'requests?status=429',
      action: 'See the requests',
    },
    (unpublished.menu || unpublished.channels) && {
      tone: 'warning',
      label: 'Unpublished',
      text: `Unpublished edits of ${edited}: integrations see them after you publish them.`,
      view: unpublished.menu ? 'menu' : 'channels',
      action: 'Review and publish',
    },
    keysWithoutWebhookUrl > 0 && {
      tone: 'info',
      label: 'API keys',
      text: `${countText(keysWithoutWebhookUrl, 'key has', 'keys have')} no webhook URL, and ${keysWithoutWebhookUrl === 1 ? 'receives' : 'receive'} no events.`,
      view: 'keys',
      action: 'Set a webhook URL',
    },
  ];
  return hints.filter((hint) => hint !== false);
}

function Attention({ overview }: { overview: OverviewData }) {
  const hints = hintsOf(overview);
  if (hints.length === 0) return null;
  return (
    <ul class="list hints card" aria-label="Needs attention">
      {hints.map(({ tone, label, text, view, action }) => (
        <li key={label}>
          <Badge tone={tone}>{label}</Badge>
          <span>{text}</span>
          <a href={linkTo(view)}>{action}</a>
        </li>
      ))}
    </ul>
  );
}

function Orders({ overview }: { overview: OverviewData }) {
  return (
    <Section title="Orders" actions={<a href={linkTo('orders')}>Open the board</a>}>
      <dl class="counts">
        {overview.orders.map(({ status, count }) => (
          <div key={status}>
            <dt>
              <StatusBadge status={status} />
            </dt>
            <dd>{count.toLocaleString()}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** What happened in the last minute. Each number links to the list of what it counts, and has its tone if it is above 0. */
function Traffic({ overview: { requests, deliveries } }: { overview: OverviewData }) {
  const stats: readonly (readonly [label: string, value: number, view: string, tone?: Tone])[] = [
    ['Requests', requests.total, 'requests'],
    ['Failed', requests.failed + requests.rejected, 'requests?status=failed', 'bad'],
    ['Got a 429', requests.rejected, 'requests?status=429', 'warning'],
    ['Webhooks', deliveries.total, 'webhooks'],
    ['Not delivered in total', deliveries.failed, 'webhooks?state=failed', 'bad'],
    ['Retrying now', deliveries.retrying, 'webhooks?state=retrying', 'warning'],
  ];
  return (
    <Section title="Last minute">
      <dl class="stats">
        {stats.map(([label, value, view, tone]) => (
          <div key={label} class={`stat ${value > 0 ? tone : ''}`}>
            <dt>{label}</dt>
            <dd>
              <a href={linkTo(view)}>{value.toLocaleString()}</a>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function LatestRequests() {
  const requests = useData('GET /requests', { query: { limit: 8 } }, ['requests']);
  return (
    <Section title="Latest requests" actions={<a href={linkTo('requests')}>All requests</a>}>
      <Loaded from={requests}>
        {(rows) => (
          <Table
            caption="Latest requests"
            empty="No requests yet. Set the environment variables above, and start your program."
            rows={rows.map((row) => ({ ...row, count: 1, oldest: row.number }))}
            keyOf={({ number }) => number}
            columns={requestColumns}
          />
        )}
      </Loaded>
    </Section>
  );
}
