import type { AttemptView, DeliveryView } from '../../src/emulator/contract/deliveries.js';
import { Badge, HttpStatus } from '../components/badges.js';
import { Code } from '../components/code.js';
import { Loaded } from '../components/loaded.js';
import { Page, Section } from '../components/page.js';
import { Facts, milliseconds, Time } from '../components/values.js';
import { linkToList } from '../location.js';
import { useData } from '../use-data.js';
import { DeliveryStatus } from './webhooks/delivery-status.js';
import { OrderLink, Redeliver } from './webhooks/delivery-table.js';

/** One event for one key, with all attempts to deliver it. */
export function WebhookDetail({ id }: { id: string }) {
  const delivery = useData('GET /deliveries/{id}', { id }, ['deliveries']);
  const { data } = delivery;
  return (
    <Page
      title={data ? `${data.event} to ${data.keyLabel}` : `Webhook ${id}`}
      lead={<a href={linkToList('webhooks')}>All webhooks</a>}
      actions={data && <Redeliver delivery={data} />}
    >
      <Loaded from={delivery}>{(loaded) => <Delivery delivery={loaded} />}</Loaded>
    </Page>
  );
}

function Delivery({ delivery }: { delivery: DeliveryView }) {
  const { at, keyLabel, payload, orderId, attempts } = delivery;
  return (
    <>
      <Section title="Summary">
        <Facts
          facts={[
            ['Status', <DeliveryStatus key="status" delivery={delivery} />],
            ['Order', orderId && <OrderLink key="order" of={delivery} />],
            ['API key', keyLabel],
            ['Time', <Time key="time" at={at} />],
          ]}
        />
      </Section>
      {attempts
        .map((attempt, index) => <Attempt key={index} attempt={attempt} number={index + 1} />)
        .reverse()}
      <Section title="Request">
        <Code label="Payload" text={JSON.stringify(payload)} />
      </Section>
    </>
  );
}

function Attempt({ attempt: { at, url, ended }, number }: { attempt: AttemptView; number: number }) {
  return (
    <Section title={`Attempt ${number}`}>
      <Facts
        facts={[
          ['Status', ended ? <HttpStatus status={ended.status} /> : <Badge tone="info">Sending…</Badge>],
          ['Time', <Time key="time" at={at} />],
          ['Duration', ended ? milliseconds(ended.duration) : ''],
          ['URL', <code key="url">{url}</code>],
        ]}
      />
      {ended && <Response attempt={ended} number={number} />}
    </Section>
  );
}

interface ResponseProps {
  attempt: NonNullable<AttemptView['ended']>;
  number: number;
}

function Response({ attempt: { problem, responseBody }, number }: ResponseProps) {
  if (problem !== undefined) return <p class="notice bad">{problem}</p>;
  return responseBody === '' ? (
    <p class="muted">The response has no body.</p>
  ) : (
    <Code label={`Response body of attempt ${number}`} text={responseBody} />
  );
}
