import type { Order } from '../entities/index.js';
import { CallAbortedError } from '../errors/call-aborted-error.js';
import { CallError } from '../errors/call-error.js';
import { getOrder } from '../operations/index.js';
import type { WriteOptions } from '../transport/call-options.js';
import { OutletPromise, type WithResponse } from '../transport/outlet-promise.js';
import type { Transport } from '../transport/transport.js';

/**
 * Reads the order once if the response to its cancellation was lost or unusable. The API can reject a retried cancellation because
 * an earlier attempt succeeded. The call succeeds if the order is cancelled. Otherwise it rejects with the first error.
 */
export function confirmCancellation(
  transport: Transport,
  orderId: string,
  cancellation: OutletPromise<Order>,
  options: WriteOptions = {},
): OutletPromise<Order> {
  const startedAt = performance.now();

  async function confirmed(): Promise<WithResponse<Order>> {
    try {
      return await cancellation.withResponse();
    } catch (error) {
      // The outcome of a call is unknown if its response is unusable.
      const isSettled =
        !(error instanceof CallError) || error.outcome === 'rejected' || error.outcome === 'not-sent';
      if (isSettled || error instanceof CallAbortedError) throw error;
      const order = await readOrder().catch((reason: unknown) => {
        // The outcome is that of the cancellation.
        if (reason instanceof CallAbortedError) throw new CallAbortedError(error, reason.cause);
        return undefined;
      });
      if (String(order?.data.id) !== orderId || order?.data.status !== 'cancelled') throw error;
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
