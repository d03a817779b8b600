import { isEnded } from 'outlet-open-api';
import { billFromGoodsReceipt } from 'outlet-open-api/accounting';
import type { Database } from '../database.js';
import { paidFor } from '../orders.js';
import { owedFor } from '../receipts.js';
import type { Outlets } from './restaurant.js';

/** Amounts by outlet and ID of an order or of a goods receipt, such as `bistro/o-1`. */
type Amounts = ReadonlyMap<string, number>;

/** The entries of the books, or the expected ones. */
export interface Books {
  /** All orders that have ended. */
  readonly sales: Amounts;
  /** All goods receipts that staff has entered as such. */
  readonly purchases: Amounts;
}

/** What the outlets know of the time since then. */
export function booksOfOutlets(outlets: Outlets, since: string): Books {
  const sales = new Map<string, number>();
  const purchases = new Map<string, number>();
  for (const [outletRef, { orders, goodsReceipts }] of Object.entries(outlets)) {
    const ended = orders.all().filter((order) => order.created >= since && isEnded(order));
    const entered = goodsReceipts
      .all()
      .filter(({ created, status }) => created >= since && status !== 'draft');
    for (const order of ended) sales.set(`${outletRef}/${order.id}`, paidFor(order) / 1_000);
    for (const receipt of entered)
      purchases.set(`${outletRef}/${receipt.id}`, Number(owedFor(billFromGoodsReceipt(receipt)) ?? 0));
  }
  return { sales, purchases };
}

/** What the database says, from the entries alone. */
export async function booksOfDatabase(db: Database): Promise<Books> {
  const { rows: orders } = await db.query<{ id: string; status: string; amount: number }>(
    `select outlet_ref || '/' || order_id as id, content->>'status' as status,
       coalesce(sum(amount), 0)::float as amount
     from outlet_orders left join sales using (outlet_ref, order_id)
     group by outlet_ref, order_id`,
  );
  const { rows: receipts } = await db.query<{ id: string; amount: number }>(
    `select receipts.outlet_ref || '/' || id as id, coalesce(sum(amount), 0)::float as amount
     from receipts left join purchases on purchases.outlet_ref = receipts.outlet_ref and receipt_id = id
     group by receipts.outlet_ref, id`,
  );
  return {
    sales: amountsById(orders.filter(isEnded)),
    purchases: amountsById(receipts),
  };
}

/** Both in words, and whether they agree. */
export function compareBooks(
  outlets: Books,
  database: Books,
): { readonly text: string; readonly agree: boolean } {
  const [theirs, ours] = [inWords(outlets), inWords(database)];
  const agree = theirs === ours;
  const text = `   outlets   ${theirs}\n   database  ${ours}   ${agree ? 'agrees' : 'DIFFERS'}`;
  return { text, agree };
}

function amountsById(rows: readonly { readonly id: string; readonly amount: number }[]): Amounts {
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

function inWords({ sales, purchases }: Books): string {
  return `${sales.size} orders, ${total(sales)} sold; ${purchases.size} receipts, ${total(purchases)} owed`;
}

function total(amounts: Amounts): string {
  return [...amounts.values()].reduce((all, one) => all + one, 0).toFixed(2);
}
