import { setImmediate as turn } from 'node:timers/promises';
import { OutletClient } from 'outlet-open-api';
import { Orders, type OrdersPlan } from '../service/orders.js';
import { Receipts, type ReceiptsPlan } from './receipts.js';

/** A client and its outlet in this process, without a limit and without a network. */
export class Outlet {
  readonly outlet: OutletClient;
  requests = 0;
  readonly #orders: Orders;
  readonly #receipts: Receipts;

  constructor(orders: OrdersPlan, receipts: ReceiptsPlan) {
    this.#orders = new Orders(orders);
    this.#receipts = new Receipts(receipts);
    this.outlet = new OutletClient({
      baseUrl: 'https://pos.example',
      accessToken: 'bench',
      rateLimit: false,
      logLevel: 'off',
      fetch: async (url) => {
        // Yields, as a network would. In one long turn of the event loop, a runtime does not free targets of weak references.
        await turn();
        return this.#reply(new URL(url));
      },
    });
  }

  #reply({ pathname, searchParams }: URL): Response {
    this.requests += 1;
    if (pathname.endsWith('/goods-receipts')) return Response.json(this.#receipts.page(searchParams));
    const page = pathname.endsWith('/orders') ? this.#orders.page(searchParams) : undefined;
    return page ? Response.json(page) : Response.json({ code: 404, message: 'Not found' }, { status: 404 });
  }
}
