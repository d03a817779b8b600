import { createOrderCopy, type OrderCopy, type OrderStore } from 'outlet-open-api/sync';
import { movementOfOrder } from './movements.js';
import type { Stock } from './stock.js';

/** Creates a copy of all orders, which writes the stock movement of each order that changes. */
export function copyOrders<Tx>(store: OrderStore<Tx>, stock: Stock): OrderCopy {
  return createOrderCopy({
    store,
    // The file is not in the transaction, so this can happen twice. The same movement again changes nothing.
    onChange: (_, { order }) => stock.write(movementOfOrder(order)),
  });
}
