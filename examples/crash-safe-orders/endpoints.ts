import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { WebhookHandler } from 'outlet-open-api/webhooks';
import { type Channel, centsOf, InvalidOrderError, newOrder, readGuestOrder } from './guest-order.js';
import { logError } from './log-error.js';
import type { MenuReader } from './menu-reader.js';
import type { OrderBook, StoredOrder } from './order-book.js';
import type { Sender } from './send-orders.js';

/** What the endpoints work with. */
export interface EndpointParts {
  readonly channel: Channel;
  readonly menu: MenuReader;
  readonly book: OrderBook;
  readonly sender: Sender;
  readonly handleWebhook: WebhookHandler;
}

/** Creates a function that responds to the guest's app and to webhooks. */
export function createEndpoints(parts: EndpointParts): WebhookHandler {
  const { channel, menu, book, sender, handleWebhook } = parts;

  return async (request, info) => {
    const { pathname } = new URL(request.url);
    const [, cancelled] = /^\/orders\/([^/]+)\/cancel$/.exec(pathname) ?? [];
    try {
      if (pathname === '/webhooks') return await handleWebhook(request, info);
      if (request.method === 'POST' && pathname === '/orders') return await accept(await request.json());
      if (request.method === 'POST' && cancelled) return await cancel(decodeURIComponent(cancelled));
      if (pathname === '/orders') return Response.json(book.all().map(show));
      if (pathname === '/health') return new Response('ok');
      return Response.json({ message: 'Not found' }, { status: 404 });
    } catch (error) {
      const isInvalid = [InvalidOrderError, SyntaxError, URIError].some((type) => error instanceof type);
      if (error instanceof Error && isInvalid)
        return Response.json({ message: error.message }, { status: 400 });
      logError(error);
      return Response.json({ message: 'Try again later.' }, { status: 503 });
    }
  };

  /** Stores an order before it responds. The app repeats its request if the response is lost, and gets the same one. */
  async function accept(body: unknown): Promise<Response> {
    const guestOrder = readGuestOrder(body);
    const { reference, items } = guestOrder;
    const order = book.get(reference) ?? (await add());
    if (!isDeepStrictEqual(order.body.items, items)) {
      return Response.json({ message: `${reference} is another order` }, { status: 409 });
    }
    sender.start(reference);
    return Response.json({ reference }, { status: 202 });

    async function add(): Promise<StoredOrder> {
      const cents = centsOf(items, await menu.read());
      return book.add({
        reference,
        idempotencyKey: randomUUID(),
        body: newOrder(guestOrder, channel, cents),
        since: new Date().toISOString(),
      });
    }
  }

  /** Stores that the order has to be cancelled before it responds, so that a kill does not forget it. */
  async function cancel(reference: string): Promise<Response> {
    if (!book.get(reference)) return Response.json({ message: 'Not found' }, { status: 404 });
    await book.update(reference, (order) => ({ ...order, mustCancel: true }));
    sender.start(reference);
    return Response.json({ reference }, { status: 202 });
  }
}

function show({ reference, id, status, rejected, firstSentAt, mustCancel, body }: StoredOrder) {
  const isNeverSent = mustCancel && !firstSentAt && !id;
  const withoutStatus = rejected ? 'rejected' : isNeverSent ? 'cancelled' : 'waiting';
  return {
    reference,
    id,
    status: status ?? withoutStatus,
    paid: body.payments?.[0]?.amount,
    reason: rejected,
  };
}
