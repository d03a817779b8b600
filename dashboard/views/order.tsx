import type { OrderView } from '../../src/emulator/contract/orders.js';
import { Assumption } from '../components/assumption.js';
import { StatusBadge } from '../components/badges.js';
import { Button } from '../components/button.js';
import { Code } from '../components/code.js';
import { Loaded } from '../components/loaded.js';
import { Page, Section } from '../components/page.js';
import { Facts, Money, Time } from '../components/values.js';
import { call } from '../control-client.js';
import { useKeptFocus } from '../focus.js';
import { linkToList } from '../location.js';
import { useAction } from '../use-action.js';
import { useData } from '../use-data.js';
import { ChangeOrder } from './order/change-order.js';
import { CreatedTwice } from './order/created-twice.js';
import { OrderItems } from './order/order-items.js';
import { Discounts, Payments } from './order/order-records.js';
import { OrderTimeline } from './order/order-timeline.js';
import { hasEnded, OrderSteps } from './orders/order-steps.js';

/** One order, with everything that staff can do with it. */
export function OrderDetail({ id }: { id: string }) {
  const view = useData('GET /orders/{id}', { id }, ['orders', 'channels', 'menus', 'requests', 'deliveries']);
  const title = view.data?.card.title;
  return (
    <Page
      title={title === undefined ? 'Order' : `Order ${title}`}
      lead={<a href={linkToList()}>All orders</a>}
      actions={view.data && <Actions view={view.data} />}
    >
      <Loaded from={view}>
        {(data) => (
          <>
            <CreatedTwice view={data} />
            <Summary view={data} />
            <OrderTimeline view={data} />
            <OrderItems view={data} />
            {data.card.isDineIn && !hasEnded(data.card) && <ChangeOrder view={data} />}
            <Payments order={data.order} currency={data.card.currency} />
            <Discounts order={data.order} />
            <Section title="Raw data" actions={<Assumption name="undocumentedFields" />}>
              <Code label="Order as JSON" text={JSON.stringify(data.order)} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ view: { card } }: { view: OrderView }) {
  const { run, busy } = useAction();
  const buttons = useKeptFocus<HTMLDivElement>();

  function republish(): Promise<boolean> {
    const done = `Republished the last event of ${card.title}.`;
    return run(() => call('POST /orders/republish', { body: { ids: [card.id] } }), done);
  }

  return (
    <div class="row" ref={buttons}>
      <OrderSteps card={card} />
      {hasEnded(card) && (
        <>
          <Button busy={busy} onClick={republish}>
            Republish
          </Button>
          <Assumption name="republishKeepsUpdatedAt" />
        </>
      )}
    </div>
  );
}

function Summary({ view: { card, order, partnerAggregated } }: { view: OrderView }) {
  const { partnerInfo, partnerReservationInfo: guest } = order;
  const guestName = [guest?.firstName, guest?.lastName].filter(Boolean).join(' ');
  const facts = [
    ['Status', <StatusBadge status={card.status} />],
    ['Order ID', order.id],
    ['Total', <Money amount={card.total} currency={card.currency} />],
    ['Channel', card.channelName],
    ['Guests', card.guestCount],
    ['Created by', card.createdBy ?? 'POS'],
    ['Created', <Time at={card.created} />],
    ['Last change', <Time at={card.updatedAt} />],
    ['Partner', partnerInfo?.partnerChannel],
    ["Partner's order reference", partnerInfo?.orderId],
    ['Booking system', guest?.partnerName],
    ['Reservation ID', guest?.reservationId],
    ['Guest', guestName],
    ['Email', guest?.email],
    ['Phone', guest?.phoneNumber],
    ['Note', guest?.note],
  ] as const;
  return (
    <Section title="Details">
      <Facts facts={facts} />
      {partnerAggregated && (
        <p class="notice">
          An aggregator that is connected to the POS created this order. GET /orders/{'{id}'} returns 404 for
          it. <Assumption name="listsPartnerAggregated" />
        </p>
      )}
    </Section>
  );
}
