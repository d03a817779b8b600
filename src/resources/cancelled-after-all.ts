import type { Order } from '../entities/index.js';
import { CallError } from '../errors/call-error.js';
import { isOutletError } from '../errors/outlet-error.js';
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
    const look = {
      ...options,
      query: undefined,
      extraBody: undefined,
      deadline: begin + (options?.deadline ?? transport.deadline) - performance.now(),
    };
    return transport.call(getOrder, { params: { orderId } }, look).withResponse();
  };
  return new Call(lookOnceMore(orderId, cancellation, readOrder), undefined);
}

async function lookOnceMore(
  orderId: string,
  cancellation: Call<Order>,
  readOrder: () => Promise<WithResponse<Order>>,
): Promise<WithResponse<Order>> {
  try {
    return await cancellation.withResponse();
  } catch (error) {
    if (!(error instanceof CallError) || error.outcome !== 'unknown') throw error;
    const seen = await readOrder().catch(unlessAborted);
    if (seen?.data.id !== orderId || seen.data.status !== 'cancelled') throw error;
    return seen;
  }
}

/** What is no error of this package is the reason of the caller's signal. */
function unlessAborted(reason: unknown): undefined {
  if (!isOutletError(reason)) throw reason;
}
