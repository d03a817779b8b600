import { SquareClient } from 'square';
import type { Access, BenchClient } from '../client.js';

/** Its own path for an order, which the service also serves. */
export function open({ baseUrl, token }: Access): BenchClient {
  const square = new SquareClient({ token, baseUrl });
  return {
    get: (id) => square.orders.get({ orderId: id }),
    close: () => {},
  };
}
