import type { Order } from '../../entities/index.js';
import { CallAbortedError } from '../../errors/call-aborted-error.js';
import { CallError, type Outcome } from '../../errors/call-error.js';
import { getOrder } from '../../operations/index.js';
import type { WriteOptions } from '../../transport/call-options.js';
import { OutletPromise, type WithResponse } from '../../transport/outlet-promise.js';
import type { Transport } from '../../transport/transport.js';

/**
 * Reads the order once if the response to its cancellation was lost or unusable. The API can reject a retried cancellation because
 * an earlier attempt succeeded. The call succeeds if the order is cancelled. Otherwise it rejects with the first error.
 */
export function confirmCancellation(
  transport: Transport,
  orderId: string,
  cancellation: OutletPromise<Order>,
  options?: WriteOptions,
): OutletPromise<Order> {
  const isConfirmed = ({ status }: Order) => status === 'cancelled';
  return confirm(transport, orderId, cancellation, ['unknown', 'performed'], isConfirmed, options);
}

/** Reads the order once if it was updated, but the response is unusable. Otherwise the call rejects with the first error. */
export function confirmUpdate(
  transport: Transport,
  orderId: string,
  update: OutletPromise<Order>,
  options?: WriteOptions,
): OutletPromise<Order> {
  return confirm(transport, orderId, update, ['performed'], () => true, options);
}

function confirm(
  transport: Transport,
  orderId: string,
  update: OutletPromise<Order>,
  unclear: readonly Outcome[],
  isConfirmed: (order: Order) => boolean,
  options: WriteOptions = {},
): OutletPromise<Order> {
  const startedAt = performance.now();

  async function confirmed(): Promise<WithResponse<Order>> {
    try {
      return await update.withResponse();
    } catch (error) {
      const isUnclear = error instanceof CallError && unclear.includes(error.outcome);
      if (!isUnclear || error instanceof CallAbortedError) throw error;
      const order = await readOrder().catch((reason: unknown) => {
        // The outcome is that of the update.
        if (reason instanceof CallAbortedError)
          throw new CallAbortedError({ ...error, isTransient: reason.isTransient }, reason.cause);
        return undefined;
      });
      if (!order || String(order.data.id) !== orderId || !isConfirmed(order.data)) throw error;
      return order;
    }
  }

  function readOrder(): Promise<WithResponse<Order>> {
    // The deadline covers both calls. `query` and `extraBody` were meant for the update.
    const deadline = startedAt + (options.deadline ?? transport.deadline) - performance.now();
    const readOptions = { ...options, query: undefined, extraBody: undefined, deadline };
    return transport.call<Order>(getOrder, { params: { orderId } }, readOptions).withResponse();
  }

  return new OutletPromise(confirmed(), undefined);
}
