import type { DeliverySummary } from '../../../contract.js';
import { linkTo } from '../../location.js';

/** The order that an event is about. Test events can be about orders that do not exist. */
export function OrderLink({ of: { orderId, orderTitle } }: { of: DeliverySummary }) {
  if (orderTitle === undefined) return <>{orderId}</>;
  return (
    <a href={linkTo('orders', orderId)} title={orderId}>
      {orderTitle}
    </a>
  );
}
