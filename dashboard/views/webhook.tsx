import type { AttemptView, DeliveryView } from '../../src/emulator/contract/deliveries.js';
import { Badge, HttpStatus } from '../components/badges.js';
import { Code, CopyButton, Headers } from '../components/code.js';
import { type Compared, CompareWith, Comparison } from '../components/comparison.js';
import { Loaded } from '../components/loaded.js';
import { Neighbours } from '../components/neighbours.js';
import { Page, Section } from '../components/page.js';
import { Table } from '../components/table.js';
import { Facts, milliseconds, Time, timeText } from '../components/values.js';
import { currentFilters, currentQuery, linkTo } from '../location.js';
import { useData } from '../use-data.js';
import { DeliveryStatus } from './webhooks/delivery-status.js';
import { OrderLink, Redeliver } from './webhooks/delivery-table.js';

/** The characters of a response in the table. */
const maxResponse = 300;

/** One event for one key, with all attempts to deliver it. */
export function WebhookDetail({ id }: { id: string }) {
  const delivery = useData('GET /deliveries/{id}', { id }, ['deliveries']);
  const { data } = delivery;
  const query = { ...currentFilters(), limit: 2_000 };
  const { data: rows } = useData('GET /deliveries', { query }, []);
  const compared = data?.attempts.flatMap(comparedAttempt) ?? [];
  const last = compared.at(-1);
  const other = compared.find(({ title }) => title === currentQuery().with);
  return (
    <Page
      title={data ? `${data.event} to ${data.keyLabel}` : `Webhook ${id}`}
      lead={<Neighbours view="webhooks" all="All webhooks" rows={rows} current={Number(id)} />}
      actions={
        data && (
          <>
            <CompareWith options={compared.slice(0, -1).map(optionOf)} />
            <Redeliver delivery={data} />
          </>
        )
      }
    >
      <Loaded from={delivery}>
        {(loaded) =>
          last && other ? <Comparison one={last} other={other} /> : <Delivery delivery={loaded} />
        }
      </Loaded>
    </Page>
  );
}

/** Returns an attempt as the comparison shows it; nothing until it ends. */
function comparedAttempt({ at, url, ended }: AttemptView, index: number): Compared[] {
  if (!ended) return [];
  const { status, duration, problem = 'None', responseBody } = ended;
  const facts = {
    Status: String(status ?? 'No response'),
    Time: timeText(at, true),
    Duration: milliseconds(duration),
    URL: url,
    Problem: problem,
  };
  return [{ title: `Attempt ${index + 1}`, facts, texts: { 'response body': responseBody } }];
}

function optionOf({ title, facts }: Compared) {
  return { value: title, label: `${title}: ${facts.Status} at ${facts.Time}` };
}

function Delivery({ delivery }: { delivery: DeliveryView }) {
  const { at, keyLabel, payload, cause, curl, orderId, requestHeaders, attempts } = delivery;
  return (
    <>
      <Section title="Summary">
        <Facts
          facts={[
            ['Status', <DeliveryStatus key="status" delivery={delivery} />],
            ['Order', orderId && <OrderLink key="order" of={delivery} />],
            ['API key', keyLabel],
            ['Time', <Time key="time" at={at} exact />],
            [
              'Cause',
              cause ? (
                <a href={linkTo('requests', String(cause.number))}>{`${cause.method} ${cause.path}`}</a>
              ) : (
                'No request in the log'
              ),
            ],
          ]}
        />
      </Section>
      <Section title="Attempts">
        <Attempts attempts={attempts} />
      </Section>
      <div class="beside">
        <Section title="Request">
          <Headers label="Request headers" headers={requestHeaders} />
          <Code label="Payload" text={JSON.stringify(payload)} />
          {curl !== undefined && (
            <div class="row">
              <CopyButton text={curl} label="curl" showsLabel />
            </div>
          )}
        </Section>
        <Section title="Last response">
          <Response attempt={attempts.findLast(({ ended }) => ended)} />
        </Section>
      </div>
    </>
  );
}

/** Attempts that led to the same, one after the other. */
interface Series {
  readonly first: AttemptView;
  readonly from: number;
  last: AttemptView;
  to: number;
}

function Attempts({ attempts }: Pick<DeliveryView, 'attempts'>) {
  return (
    <Table
      caption="Attempts, newest first"
      empty="No attempt yet."
      rows={seriesOf(attempts).reverse()}
      keyOf={({ from }) => from}
      columns={[
        { header: 'Attempt', cell: ({ from, to }) => (from === to ? from : `${from} to ${to}`) },
        {
          header: 'Time',
          cell: ({ first, last }) => (
            <>
              <Time at={first.at} exact />
              {last !== first && ' to '}
              {last !== first && <Time at={last.at} exact />}
            </>
          ),
        },
        {
          header: 'Status',
          cell: ({ first: { ended } }) =>
            ended ? <HttpStatus status={ended.status} /> : <Badge tone="info">Sending…</Badge>,
        },
        {
          header: 'Duration',
          cell: ({ last: { ended } }) => milliseconds(ended?.duration ?? null),
          align: 'end',
        },
        {
          header: 'Response',
          cell: ({ first: { ended } }) => (
            <span class="response">{ended?.problem ?? ended?.responseBody.slice(0, maxResponse)}</span>
          ),
          wrap: true,
        },
        { header: 'URL', cell: ({ first: { url } }) => <code>{url}</code>, wrap: true },
      ]}
    />
  );
}

function seriesOf(attempts: readonly AttemptView[]): Series[] {
  const series: Series[] = [];
  for (const [index, attempt] of attempts.entries()) {
    const newest = series.at(-1);
    if (newest && outcomeOf(newest.first) === outcomeOf(attempt)) {
      newest.last = attempt;
      newest.to = index + 1;
    } else series.push({ first: attempt, from: index + 1, last: attempt, to: index + 1 });
  }
  return series;
}

function outcomeOf({ url, ended }: AttemptView): string {
  return JSON.stringify([url, ended?.status, ended?.problem, ended?.responseBody]);
}

function Response({ attempt }: { attempt: AttemptView | undefined }) {
  if (attempt?.ended === undefined) return <p class="muted">There is no response yet.</p>;
  const { problem, responseBody } = attempt.ended;
  if (problem !== undefined) return <p class="notice bad">{problem}</p>;
  if (responseBody === '') return <p class="muted">The response has no body.</p>;
  return <Code label="Response body" text={responseBody} />;
}
