// Accepts reservations of a booking app over HTTP. Each one is opened at the outlet once, even if you kill the service.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createOutletPool, OutletError, RequestValidationError } from 'outlet-open-api';
import { createOutbox, type OutboxEntry, OutboxError } from 'outlet-open-api/sync';
import { createFileOutboxStore } from 'outlet-open-api/sync/node';
import { createWebhookHandler, sharedSecret, toNodeListener } from 'outlet-open-api/webhooks';
import { required } from './required.js';

const { DATA_FOLDER = './data', PORT = '8080', READ_SECONDS = '300' } = process.env;
const accessToken = required('OUTLET_ACCESS_TOKEN', 'the token of the API key');
const keyRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const secret = required('WEBHOOK_SECRET', 'the output of: openssl rand -hex 32');
const partner = 'bookable';

const outlets = createOutletPool({ load: () => ({ accessToken }) });
const store = createFileOutboxStore(`${DATA_FOLDER}/${keyRef}/service`);
const outbox = createOutbox({ store, outlets, readInterval: Number(READ_SECONDS) * 1_000 });
const handleWebhook = createWebhookHandler({
  verify: [sharedSecret({ query: 'secret', value: secret })],
  resolve: outlets.resolve(() => keyRef),
  consumers: [outbox],
});

const server = createServer(
  toNodeListener(async (request, info) => {
    const [, path, reference = '', action] = new URL(request.url).pathname.split('/').map(decodeURIComponent);
    const ref = { keyRef, partner, reference };
    try {
      if (path === 'health') return new Response('ok');
      if (path === 'webhooks') return await handleWebhook(request, info);
      if (request.method === 'GET') return Response.json(await allReservations());
      const body = Object(await request.json());
      if (action === 'cancel') return Response.json(shown(await outbox.cancel(ref)), { status: 202 });
      const entry = action === 'change' ? await outbox.update(ref, changed(body)) : await seat(body);
      return Response.json(shown(entry), { status: 202 });
    } catch (error) {
      console.error(error instanceof OutletError ? error.message : error);
      return Response.json({ message: String(error) }, { status: statusOf(error) });
    }
  }),
);
await once(server.listen(Number(PORT)), 'listening');
console.log(`Accepting reservations at port ${PORT}`);
void outbox.run();

await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
await once(server.close(), 'close');
await outbox.close();
await store.close();

/** What a booking app sends. */
interface Seating {
  readonly reservationId: string;
  readonly channelId: string;
  readonly guestCount: number;
  /** Missing for a walk-in. */
  readonly guest?: { readonly firstName: string; readonly lastName: string; readonly phoneNumber: string };
  readonly deposit?: { readonly amount: number; readonly currency: string };
}

/** Resolves after the reservation is on the disk. A repeat of the request gets the same one. */
function seat({ reservationId, channelId, guestCount, guest, deposit }: Seating): Promise<OutboxEntry> {
  return outbox.addReservation(keyRef, {
    channelId,
    guestCount,
    partnerReservationInfo: { ...guest, partnerName: partner, reservationId },
    payments: deposit ? [{ offlineMethod: 'card', externalId: `deposit-${reservationId}`, ...deposit }] : [],
  });
}

/** Only the fields that change, because the others would overwrite what the staff has changed. */
function changed({ channelId, guestCount, guest }: Partial<Seating>) {
  return {
    ...(channelId !== undefined && { channelId }),
    ...(guestCount !== undefined && { guestCount }),
    ...(guest && { partnerReservationInfo: guest }),
  };
}

async function allReservations() {
  const all: ReturnType<typeof shown>[] = [];
  for await (const entry of outbox.entries({ keyRef })) all.push(shown(entry));
  return all;
}

function shown({ reference, orderId, order, state, error }: OutboxEntry) {
  const { status = state, channelId, guestCount } = order ?? {};
  // The API specification does not define the total.
  const total = order && 'total' in order ? order.total : undefined;
  return { reservationId: reference, id: orderId, status, channelId, guestCount, total, reason: error };
}

/** After a 503, the app repeats its request. */
function statusOf(error: unknown): number {
  if (error instanceof OutboxError)
    return { conflict: 409, ended: 409, 'not-found': 404 }[String(error.reason)] ?? 503;
  const invalid = [RequestValidationError, SyntaxError, URIError];
  return invalid.some((type) => error instanceof type) ? 400 : 503;
}
