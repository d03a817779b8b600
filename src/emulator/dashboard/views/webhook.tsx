import type { DeliveryView } from '../../contract.js';
import { HttpStatus } from '../components/badges.js';
import { useNow } from '../components/clock.js';
import { Code } from '../components/code.js';
import { Loaded } from '../components/loaded.js';
import { Page, Section } from '../components/page.js';
import { Facts, milliseconds, Time } from '../components/values.js';
import { linkTo } from '../location.js';
import { useData } from '../use-data.js';
import { outcomeOf, Redeliver, retryText } from './webhooks/delivery-table.js';
import { OrderLink } from './webhooks/order-link.js';

/** One attempt to deliver a webhook. */
export function WebhookDetail({ id }: { id: string }) {
  const delivery = useData('GET /deliveries/:id', { id }, ['deliveries']);
  const { data } = delivery;
  return (
    <Page
      title={data ? `${data.event}, attempt ${data.attempt}` : `Webhook ${id}`}
      lead={<a href={linkTo('webhooks')}>All webhooks</a>}
      actions={data && <Redeliver delivery={data} />}
    >
      <Loaded from={delivery}>{(loaded) => <Delivery delivery={loaded} />}</Loaded>
    </Page>
  );
}

function Delivery({ delivery }: { delivery: DeliveryView }) {
  const now = useNow(1_000);
  const { status, at, duration, keyLabel, attempt, retryAt, url, payload, error } = delivery;
  return (
    <>
      <Section title="Summary">
        <Facts
          facts={[
            ['Status', <HttpStatus key="status" status={status} />],
            ['Order', delivery.orderId === undefined ? 'None' : <OrderLink key="order" of={delivery} />],
            ['Time', <Time key="time" at={at} />],
            ['Duration', milliseconds(duration)],
            ['API key', keyLabel],
            ['Attempt', attempt],
            ['Next retry', retryText(retryAt, now) || 'None'],
          ]}
        />
      </Section>
      <Section title="Request">
        <Code label="URL" text={url} />
        <Code label="Payload" text={payload} />
      </Section>
      <Section title="Response">
        <Code label={error === undefined ? 'Response body' : 'Error'} text={outcomeOf(delivery)} />
      </Section>
    </>
  );
}
