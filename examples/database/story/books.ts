import type { FakeOutlet } from 'outlet-open-api/testing';
import type { Database } from '../database.js';
import { centsOf } from '../orders.js';
import { centsOwed } from '../receipts.js';

/** Cents by the id of an order or of a goods receipt. */
type Cents = ReadonlyMap<string, number>;

/** The entries of the books, or the expected ones. */
export interface Books {
  /** All orders that have ended. */
  readonly sales: Cents;
  /** All goods receipts that staff has entered as such. */
  readonly purchases: Cents;
}

/** What the outlet knows of the time since then. */
export function booksOfOutlet({ orders, goodsReceipts }: FakeOutlet, since: string): Books {
  const ended = orders.all().filter(({ created, status }) => created >= since && hasEnded(status));
  const entered = goodsReceipts.all().filter(({ created, status }) => created >= since && status !== 'draft');
  return {
    sales: new Map(ended.map((order) => [order.id, centsOf(order)])),
    purchases: new Map(entered.map((receipt) => [receipt.id, centsOwed(receipt) ?? 0])),
  };
}

/** What the database says, from the entries alone. */
export async function booksOfDatabase(db: Database): Promise<Books> {
  const { rows: orders } = await db.query<{ id: string; status: string; cents: number }>(
    `select id, content->>'status' as status, coalesce(sum(sales.cents), 0)::integer as cents
     from orders left join sales on order_id = id group by id`,
  );
  const { rows: receipts } = await db.query<{ id: string; cents: number }>(
    `select id, coalesce(sum(purchases.cents), 0)::integer as cents
     from receipts left join purchases on receipt_id = id group by id`,
  );
  return {
    sales: centsById(orders.filter(({ status }) => hasEnded(status))),
    purchases: centsById(receipts),
  };
}

/** Both in words, and whether they agree. */
export function compareBooks(
  outlet: Books,
  database: Books,
): { readonly text: string; readonly agree: boolean } {
  const [theirs, ours] = [inWords(outlet), inWords(database)];
  const agree = theirs === ours;
  const text = `   outlet    ${theirs}\n   database  ${ours}   ${agree ? 'agrees' : 'DIFFERS'}`;
  return { text, agree };
}

function hasEnded(status: string): boolean {
  return status === 'complete' || status === 'cancelled';
}

function centsById(rows: readonly { readonly id: string; readonly cents: number }[]): Cents {
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

function inWords({ sales, purchases }: Books): string {
  return `${sales.size} orders, ${total(sales)} sold; ${purchases.size} receipts, ${total(purchases)} owed`;
}

function total(cents: Cents): string {
  const sum = [...cents.values()].reduce((all, one) => all + one, 0);
  return (sum / 100).toFixed(2);
}
