import type { Order } from '../entities/index.js';
import { isCallError } from '../errors/guards.js';
import { Call, type WithResponse } from '../http/call.js';
import type { RequestOptions } from '../http/options.js';
import type { Transport } from '../http/transport.js';
import { getOrder } from '../operations/orders.js';

/**
 * A cancellation that may have been performed before its answer was lost: a second attempt is then refused, as the order is
 * final already. One look at the order tells; where it cannot, the first error stands.
 */
export function cancelledAfterAll(
  transport: Transport,
  orderId: string,
  cancellation: Call<Order>,
  options: RequestOptions | undefined,
): Call<Order> {
  const begin = performance.now();
  // Without what was meant for the address and body of the cancellation. Its deadline holds for both calls: once it has
  // passed, the look is refused before it is sent.
  const readOrder = async () => {
    const deadline = begin + (options?.deadline ?? transport.deadline) - performance.now();
    const look = { ...options, query: undefined, extraBody: undefined, deadline };
    return transport.call(getOrder, { params: { orderId } }, look).withResponse();
  };
  return new Call(lookOnceMore(cancellation, readOrder), undefined);
}

async function lookOnceMore(
  cancellation: Call<Order>,
  readOrder: () => Promise<WithResponse<Order>>,
): Promise<WithResponse<Order>> {
  try {
    return await cancellation.withResponse();
  } catch (error) {
    if (!isCallError(error) || error.outcome !== 'unknown') throw error;
    const seen = await readOrder().catch(() => undefined);
    if (seen?.data.status !== 'cancelled') throw error;
    return seen;
  }
}
