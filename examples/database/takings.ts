import { businessDayOf, isEnded, RequestValidationError } from 'outlet-open-api';
import { type TakingsOptions, takingsOf } from 'outlet-open-api/accounting';
import type { PostgresClient } from 'outlet-open-api/postgres';
import type { OrderChange, OrderStore } from 'outlet-open-api/sync';
import type { SalesLedger, TakingsDocument } from './ledger.js';

/** The `onChange` of the order copy. Notes that an order has changed, so that the next run counts it. */
export async function noteChange(tx: PostgresClient, { outletRef, order }: OrderChange): Promise<void> {
  const note = 'insert into uncounted_orders values ($1, $2) on conflict do nothing';
  await tx.query(note, [outletRef, order.id]);
}

/** Posts the days of an outlet that have ended, and corrects earlier ones. Returns what a person must look at. */
export async function postTakings(
  store: OrderStore<PostgresClient>,
  ledger: SalesLedger,
  outlet: TakingsOptions & { readonly outletRef: string; readonly firstDay: string },
): Promise<string[]> {
  const { outletRef, firstDay, timeZone, startsAt, currency } = outlet;
  const problems: string[] = [];
  const uncounted = 'select order_id from uncounted_orders where outlet_ref = $1';
  for (const { order_id: orderId } of await query(store, uncounted, [outletRef])) {
    try {
      await count(store, outletRef, String(orderId), { timeZone, startsAt, currency });
    } catch (error) {
      if (!(error instanceof RequestValidationError)) throw error;
      problems.push(`Not counted at ${outletRef}: ${error.message}`); // the order keeps what it had taken
    }
  }
  const today = businessDayOf(await store.now(), timeZone, { startsAt });
  await query(store, addDocuments, [outletRef, firstDay, today]);
  for (const { json } of await query(store, documentsToPost, [outletRef])) {
    const document: TakingsDocument = JSON.parse(String(json));
    try {
      // Twice if necessary, because one lost response says little about a document.
      await ledger.post(document).catch(() => ledger.check().then(() => ledger.post(document)));
      await settleDocument(store, document.reference);
    } catch (error) {
      await ledger.check();
      problems.push(`Not posted: ${document.reference}: ${error}`);
    }
  }
  return problems;
}

/** Notes that a document is posted. If the accounting system rejects one, a person posts it and calls this. */
export async function settleDocument(store: OrderStore<PostgresClient>, reference: string): Promise<void> {
  const settle = 'update takings_documents set is_posted = true where reference = $1 returning reference';
  if ((await query(store, settle, [reference])).length === 0)
    throw new Error(`There is no document ${reference}.`);
}

/** Replaces what an order has taken. A reopened order keeps it until it ends again. */
function count(store: OrderStore<PostgresClient>, outletRef: string, orderId: string, place: TakingsOptions) {
  return store.transaction(async (tx) => {
    const { row } = await store.lock(tx, outletRef, orderId);
    const removeFrom = (table: string) =>
      tx.query(`delete from ${table} where outlet_ref = $1 and order_id = $2`, [outletRef, orderId]);
    await removeFrom('uncounted_orders');
    if (!row || !isEnded(row.order)) return;
    await removeFrom('takings');
    for (const { day, method, currency, minorUnits } of takingsOf(row.order, place)) {
      const values = [outletRef, orderId, day, method, currency, minorUnits];
      await tx.query('insert into takings values ($1, $2, $3, $4, $5, $6)', values);
    }
  });
}

async function query(store: OrderStore<PostgresClient>, text: string, values: unknown[]) {
  return (await store.transaction((tx) => tx.query(text, values))).rows;
}

/** If two processes add a document at the same time, both have the same reference, and one does nothing. */
const addDocuments = `insert into takings_documents
  select concat_ws('/', outlet_ref, day, method, currency, number), outlet_ref, day, method, currency, minor_units
  from takings_differences where outlet_ref = $1 and day >= $2 and day < $3 on conflict do nothing`;
const documentsToPost = `select row_to_json(document)::text as json
  from (select reference, day, method, currency, minor_units as "minorUnits" from takings_documents
    where outlet_ref = $1 and not is_posted order by day, reference) as document`;
