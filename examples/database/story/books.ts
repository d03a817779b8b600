import { businessDayOf, isEnded } from 'outlet-open-api';
import { inMinorUnits, takingsOf } from 'outlet-open-api/accounting';
import type { Database } from '../database.js';
import type { LedgerDocument } from './accounting-system.js';
import { type Outlets, place } from './restaurant.js';

/** Minor units by name. */
type Amounts = ReadonlyMap<string, number>;

/** What was taken. */
export interface Books {
  /** All orders that have ended, such as `bistro/o-1`. */
  readonly orders: Amounts;
  /** The business days that have ended, such as `bistro/2026-11-01`, without those of zero. */
  readonly days: Amounts;
}

/** What the outlets know of the time since then. */
export function booksOfOutlets(outlets: Outlets, since: string): Books {
  const today = businessDayOf(new Date(), place.timeZone, { startsAt: place.startsAt });
  const orders = new Map<string, number>();
  const days = new Map<string, number>();
  for (const [outletRef, fake] of Object.entries(outlets)) {
    for (const order of fake.orders.all().filter(({ created }) => created >= since)) {
      if (!isEnded(order)) continue;
      orders.set(`${outletRef}/${order.id}`, 0);
      for (const { day, minorUnits } of takingsOf(order, place)) {
        add(orders, `${outletRef}/${order.id}`, minorUnits);
        if (day < today) add(days, `${outletRef}/${day}`, minorUnits);
      }
    }
  }
  return { orders, days: withoutZeros(days) };
}

/** What the takings in the database and the documents in the accounting system say. */
export async function booksOfBackend(db: Database, documents: readonly LedgerDocument[]): Promise<Books> {
  const { rows } = await db.query<{ id: string; amount: number }>(
    `select outlet_ref || '/' || order_id as id, coalesce(sum(minor_units), 0)::float as amount
     from outlet_orders left join takings using (outlet_ref, order_id)
     where content->>'status' in ('complete', 'cancelled')
     group by outlet_ref, order_id`,
  );
  const days = new Map<string, number>();
  for (const { reference, amount, currency } of documents)
    add(days, reference.split('/', 2).join('/'), inMinorUnits(Number(amount), currency));
  return { orders: new Map(rows.map(({ id, amount }) => [id, amount])), days: withoutZeros(days) };
}

/** Both in words, and whether they agree. */
export function compareBooks(
  outlets: Books,
  backend: Books,
): { readonly text: string; readonly agree: boolean } {
  const [theirs, ours] = [inWords(outlets), inWords(backend)];
  const agree = theirs === ours;
  const text = `   outlets   ${theirs}\n   backend   ${ours}   ${agree ? 'agrees' : 'DIFFERS'}`;
  return { text, agree };
}

function add(amounts: Map<string, number>, name: string, minorUnits: number): void {
  amounts.set(name, (amounts.get(name) ?? 0) + minorUnits);
}

function withoutZeros(amounts: Amounts): Amounts {
  return new Map([...amounts].filter(([, amount]) => amount !== 0));
}

function inWords({ orders, days }: Books): string {
  return `${orders.size} orders took ${total(orders)}, of which ${total(days)} on days that have ended`;
}

function total(amounts: Amounts): string {
  return ([...amounts.values()].reduce((all, one) => all + one, 0) / 100).toFixed(2);
}
