import type { OutletClient } from '../../client/client.js';
import type { Order } from '../../entities/order.js';
import { NotFoundError } from '../../errors/api-errors.js';
import type { Entries } from './entries.js';
import { refOf } from './references.js';
import type { StoredEntry } from './stored-entry.js';

/** How far the clock of the API may differ. */
const tolerance = 60 * 60 * 1_000;

/**
 * Returns the order of an entry, if the action log names it. Only the action log shows orders that are open. Its `metadata` is
 * undocumented, so only an order with the same platform and number counts.
 */
export async function findOrder(
  outlet: OutletClient,
  entries: Entries,
  entry: StoredEntry,
): Promise<{ readonly order: Order; readonly readAt: number } | undefined> {
  const { keyRef, body, firstSentAt = entry.acceptedAt } = entry;
  const range = { from: new Date(firstSentAt - tolerance), channelId: body?.channelId };
  const ids = new Set<string>();
  for await (const { metadata } of outlet.actionLogs.list(range)) {
    if (typeof metadata?.orderId === 'string') ids.add(metadata.orderId);
  }
  for (const id of ids) {
    // The order of another entry.
    if (await entries.find(keyRef, id)) continue;
    const readAt = await entries.now();
    const order = await outlet.orders.get(id, { priority: 'background' }).catch(ifNotFound);
    if (order && isOrderOf(order, entry)) return { order, readAt };
  }
  return undefined;
}

/** Returns whether an order has the platform and the number of an entry. */
export function isOrderOf(order: Order, { keyRef, partner, reference }: StoredEntry): boolean {
  const ref = refOf(keyRef, order);
  return ref?.partner === partner && ref.reference === reference;
}

/** Orders of delivery partners are in the log, but the API does not return them. */
function ifNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}
