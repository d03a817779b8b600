import { setTimeout as delay } from 'node:timers/promises';
import {
  AuthenticationError,
  BadRequestError,
  CallError,
  type OutletClient,
  type OutletPool,
  RequestValidationError,
} from 'outlet-open-api';
import type { OrderFeed } from 'outlet-open-api/sync';
import type { Database } from '../database.js';

type Row = {
  readonly keyRef: string;
  readonly orderRef: string;
  readonly body: string;
  readonly idempotencyKey: string;
  readonly attempts: number;
  /** Whether the API may have the order from an earlier attempt. */
  readonly mayExist: boolean;
  /** Whether the guest no longer waits. */
  readonly isLate: boolean;
};

/** What `sendOrders` and `sweepOrders` need. */
export interface Platform {
  readonly db: Database;
  /** Clients of keys with the use case Digital Ordering. */
  readonly outlets: OutletPool;
  readonly feed: OrderFeed;
}

/** How many orders a process sends at the same time. */
const concurrency = 20;

/** Sends waiting orders until the signal aborts, and resolves when the running calls have ended. Run it in any number of processes. */
export async function sendOrders(platform: Platform, signal: AbortSignal): Promise<void> {
  const active = new Set<Promise<void>>();
  while (!signal.aborted) {
    for (const row of await claim(platform.db, concurrency - active.size).catch(logError)) {
      const job: Promise<void> = send(platform, row)
        .catch(logError)
        .then(() => void active.delete(job));
      active.add(job);
    }
    await delay(1_000, undefined, { signal }).catch(() => {});
  }
  await Promise.all(active);
}

/**
 * Claims rows for 20 seconds, which is longer than a call takes, and for longer after each attempt. The API forgets an idempotency key
 * 24 hours after the first call, so a row is not sent again after 23 hours.
 */
async function claim(db: Database, limit: number): Promise<readonly Row[]> {
  await expire(db);
  const { rows } = await db.query<Row>(
    `with due as (
       select key_ref, order_ref, first_sent_at from platform_orders
       where state = 'waiting' and next_at <= clock_timestamp()
         and coalesce(first_sent_at, 'infinity') > clock_timestamp() - interval '23 hours'
       order by next_at limit $1 for update skip locked)
     update platform_orders as row
     set attempts = attempts + 1, first_sent_at = coalesce(row.first_sent_at, clock_timestamp()),
       next_at = clock_timestamp() + least(power(2, attempts), 30) * interval '20 seconds'
     from due where row.key_ref = due.key_ref and row.order_ref = due.order_ref
     returning row.key_ref as "keyRef", row.order_ref as "orderRef", body, idempotency_key as "idempotencyKey", attempts,
       due.first_sent_at is not null as "mayExist", send_until < clock_timestamp() as "isLate"`,
    [limit],
  );
  return rows;
}

/** Gives up the orders that the API cannot have. Otherwise, a key that is repaired in the morning would send last night's dinners. */
async function expire(db: Database): Promise<void> {
  const { rows } = await db.query<Row>(
    `update platform_orders set state = 'expired'
     where state = 'waiting' and first_sent_at is null and send_until < clock_timestamp()
     returning key_ref as "keyRef", order_ref as "orderRef"`,
  );
  for (const row of rows) console.error(`ALERT: ${row.keyRef} did not get ${row.orderRef}: refund the guest`);
}

/** Sends an order. After an error, the row is claimed again later, unless the order is invalid. */
async function send(platform: Platform, row: Row): Promise<void> {
  const { db, outlets, feed } = platform;
  const { keyRef, orderRef } = row;
  const { data, meta } = await create(platform, row);
  const outlet = await outlets.get(keyRef);
  if (row.isLate) await cancel(outlet, data.id, row);
  await link(db, keyRef, orderRef, data.id);
  // The API repeats its first response, which can be older than the row. So keep only the ID, and read the order.
  if (meta.idempotentReplay || row.isLate) await feed.refresh(data.id, await outlets.context(keyRef));
}

async function create({ db, outlets }: Platform, row: Row) {
  const { keyRef, orderRef, body, idempotencyKey } = row;
  try {
    const outlet = await outlets.get(keyRef);
    await storeKeyHash(db, row, await outlet.keyHash());
    const options = { idempotencyKey, timeout: 8_000, deadline: 12_000 };
    return await outlet.orders.create(JSON.parse(body), options).withResponse();
  } catch (error) {
    // A new API key may not know the idempotency key, so another call could create a second order.
    const isKeyLost = error instanceof OtherApiKeyError || error instanceof AuthenticationError;
    const isFinal = isInvalid(error) || (row.mayExist && isKeyLost);
    if (isFinal && row.mayExist) {
      await end(db, keyRef, orderRef, 'unresolved');
      console.error(`ALERT: ${keyRef} may have ${orderRef} from an earlier call: look for it in the POS`);
    } else if (isFinal) await end(db, keyRef, orderRef, 'rejected');
    else if (!row.mayExist && !mayBeCreated(error)) await markUnsent(db, row);
    throw error;
  }
}

/** The API key is not the one that sent the order first. */
class OtherApiKeyError extends Error {}

/** Stores which API key sends the order, before anything is sent. Throws if another one may have sent it, even at the same time. */
async function storeKeyHash(db: Database, { keyRef, orderRef }: Row, keyHash: string): Promise<void> {
  const { rows } = await db.query(
    `update platform_orders set key_hash = $3
     where key_ref = $1 and order_ref = $2 and coalesce(key_hash, $3) = $3 returning order_ref`,
    [keyRef, orderRef, keyHash],
  );
  if (rows.length === 0) throw new OtherApiKeyError(`Another API key may have sent ${orderRef}.`);
}

/** Cancels an order for which the guest no longer waits. Its create was repeated to learn whether the API has it. */
async function cancel(outlet: OutletClient, orderId: string, { keyRef, orderRef }: Row): Promise<void> {
  const { status } = await outlet.orders.get(orderId);
  if (status === 'open') await outlet.orders.cancel(orderId);
  else if (status !== 'cancelled') console.error(`ALERT: ${keyRef} has made ${orderRef}, which is too late`);
}

async function link(db: Database, keyRef: string, orderRef: string, orderId: string): Promise<void> {
  const { rows } = await db.query(
    `update platform_orders set state = 'created', order_id = $3
     where key_ref = $1 and order_ref = $2 and (order_id is null or order_id = $3)
     returning order_id`,
    [keyRef, orderRef, orderId],
  );
  if (rows.length === 0) console.error(`ALERT: ${keyRef} has a second order ${orderRef}: ${orderId}`);
}

/** Two processes can send an order if one of them was suspended. A 400 of one does not undo the success of the other. */
async function end(
  db: Database,
  keyRef: string,
  orderRef: string,
  state: 'rejected' | 'unresolved',
): Promise<void> {
  await db.query(
    `update platform_orders set state = $3 where key_ref = $1 and order_ref = $2 and state = 'waiting'`,
    [keyRef, orderRef, state],
  );
}

/** After this, the row can expire. A claim that came later may have another result. */
async function markUnsent(db: Database, { keyRef, orderRef, attempts }: Row): Promise<void> {
  await db.query(
    `update platform_orders set first_sent_at = null, key_hash = null
     where key_ref = $1 and order_ref = $2 and attempts = $3 and state = 'waiting'`,
    [keyRef, orderRef, attempts],
  );
}

/** Returns whether the API may have created the order although the call failed. Errors of other kinds come before the request. */
function mayBeCreated(error: unknown): boolean {
  return error instanceof CallError && (error.outcome === 'unknown' || error.outcome === 'performed');
}

/** Returns whether the order fails again. After a 403, 409 or 5xx, the same call can succeed later. */
function isInvalid(error: unknown): boolean {
  if (error instanceof RequestValidationError) return true;
  return error instanceof BadRequestError && error.outcome === 'rejected';
}

function logError(error: unknown): [] {
  console.error(error); // messages of the SDK contain no data of guests
  return [];
}
