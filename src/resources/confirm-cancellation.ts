import type { Order } from '../entities/index.js';
import { CallError } from '../errors/call-error.js';
import { isOutletError } from '../errors/outlet-error.js';
import { getOrder } from '../operations/orders.js';
import type { RequestOptions } from '../transport/call-options.js';
import { OutletPromise, type WithResponse } from '../transport/outlet-promise.js';
import type { Transport } from '../transport/transport.js';

/**
 * Reads the order once if the response of its cancellation was lost or unusable. A retried
 * cancellation can be rejected because an earlier attempt was performed. The call succeeds if the order is cancelled. Otherwise it rejects with the first error.
 */
export function confirmCancellation(
  transport: Transport,
  orderId: string,
  cancellation: OutletPromise<Order>,
  options: RequestOptions = {},
): OutletPromise<Order> {
  const startedAt = performance.now();

  async function confirmed(): Promise<WithResponse<Order>> {
    try {
      return await cancellation.withResponse();
    } catch (error) {
      // A call that was performed but whose response is unusable has no outcome.
      const isSettled =
        !(error instanceof CallError) || error.outcome === 'rejected' || error.outcome === 'not-sent';
      if (isSettled) throw error;
      const order = await readOrder().catch(unlessAborted);
      if (order?.data.id !== orderId || order.data.status !== 'cancelled') throw error;
      return order;
    }
  }

  function readOrder(): Promise<WithResponse<Order>> {
    // The deadline covers both calls. `query` and `extraBody` were meant for the cancellation.
    const deadline = startedAt + (options.deadline ?? transport.deadline) - performance.now();
    const readOptions = { ...options, query: undefined, extraBody: undefined, deadline };
    return transport.call<Order>(getOrder, { params: { orderId } }, readOptions).withResponse();
  }

  return new OutletPromise(confirmed(), undefined);
}

/** Any other rejection is the reason of the caller's signal. */
function unlessAborted(reason: unknown): undefined {
  if (!isOutletError(reason)) throw reason;
}
