import { assertValid, RequestValidationError } from '../../errors/request-validation-error.js';
import { verdictsOnCallbacks } from '../callbacks.js';
import { type Keeping, withBookmark } from '../checkpoints/bookmark.js';
import { verdictsOnKeeping } from '../checkpoints/keeping-options.js';
import { Pace, type WalkProgress } from '../walks/pace.js';
import { beginningOf, readWalk, type WalkCheckpoint } from '../walks/walk-checkpoint.js';
import type { BackfillClient, BackfillOptions, BackfillReport } from './backfill-options.js';
import { type AskedRange, askedRange, isSameRange, rangeUpToNow, verdictsOnRange } from './order-range.js';
import { walkOrders } from './walk-orders.js';

const refused = 'The backfill was not begun';

/**
 * Hands over all orders of a range, at the rate limit and behind all calls that somebody waits for (`priority: 'background'`). A run that
 * was ended, by a crash as well, goes on where it was when it is begun again with the same range, store and name: every order is
 * handed over, some of them twice. Once a backfill is done, it stays done under its name: give another name or range to begin anew.
 *
 * An order that has not ended yet is not in the list, and comes once it has. Which of its times the range filters by is not documented: what
 * ends while or after you backfill comes by webhook, and `reconcileOrders` finds what webhooks missed.
 *
 * Specification: "GET /orders".
 *
 * @param outlet - the client
 * @throws RequestValidationError for options that are wrong, and where an unfinished backfill of this name has another range
 * @throws LeaseError where another run of this name lives
 * @throws what `onOrders` throws, and the error of a page that cannot be fetched
 *
 * @example
 * ```ts
 * import { fileCheckpoints } from 'outlet-open-api/sync/node';
 *
 * await backfillOrders(outlet, {
 *   from: '2026-01-01T00:00:00Z',
 *   checkpoints: fileCheckpoints('./checkpoints'),
 *   onOrders: async (orders) => db.upsert(orders),
 *   onProgress: ({ share, timeLeft }) => console.log(`${Math.round(100 * share)} %`, timeLeft),
 * });
 * ```
 */
export async function backfillOrders(
  outlet: BackfillClient,
  options: BackfillOptions,
): Promise<BackfillReport> {
  const { orders, keeping, asked, onOrders, onProgress } = settingsFrom(outlet, options);
  return withBookmark(keeping, async ({ left, signal, confirm, save }) => {
    const start = startOf(left, asked, keeping);
    const pace = new Pace(start);
    let progress = start;
    for await (const page of walkOrders(orders, start, signal)) {
      progress = page.progress;
      if (page.items.length > 0) {
        await confirm();
        await onOrders(page.items, { checkpoint: progress });
      }
      await save(progress);
      tell(onProgress, pace.after(page));
    }
    const { from, to, pages, records } = progress;
    return { from, to, pages, records, checkpoint: progress };
  });
}

function startOf(left: unknown, asked: AskedRange, { checkpoints, name }: Keeping): WalkCheckpoint {
  const path = checkpoints === 'caller' ? 'resumeFrom' : 'checkpoints';
  const found = readWalk(left, { task: 'backfill', kind: 'orders' }, refused, path);
  if (found && isSameRange(found, asked)) return found;
  if (found && !found.isDone) {
    const message =
      `holds an unfinished backfill ${JSON.stringify(name)} of other orders (${found.from} to ${found.to}, ${found.status ?? 'all'}): ` +
      'go on with that range, which takes no `to`, or give this one a name of its own';
    throw new RequestValidationError(refused, [{ path, message }]);
  }
  return beginningOf({ task: 'backfill', ...rangeUpToNow(asked) });
}

async function tell(onProgress: BackfillOptions['onProgress'], progress: WalkProgress): Promise<void> {
  try {
    await onProgress?.(progress);
  } catch {
    // What it throws disturbs nothing, now or later.
  }
}

function settingsFrom(client: BackfillClient, options: BackfillOptions) {
  const orders = client?.orders;
  const {
    from,
    to,
    status,
    checkpoints,
    resumeFrom,
    name = 'backfill-orders',
    onOrders,
    onProgress,
    signal,
  } = {
    ...options,
  };
  const asked = askedRange(from, to, status);
  assertValid(refused, {
    outlet: typeof orders?.list === 'function' || 'must be an OutletClient',
    ...verdictsOnRange(asked),
    ...verdictsOnKeeping({ checkpoints, name, resumeFrom, signal }),
    onOrders: typeof onOrders === 'function' || 'must be a function',
    ...verdictsOnCallbacks({ onProgress }),
  });
  const keeping: Keeping = { checkpoints, name, resumeFrom, signal };
  return { orders, keeping, asked, onOrders, onProgress };
}
