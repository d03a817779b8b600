import type { GoodsReceipt } from '../../entities/index.js';
import type { Paginator } from '../../lists/paginator.js';
import type { RunContext } from '../checkpoints/checkpointed-run.js';
import { isSliceEnd } from '../resumable-list/list-checkpoint.js';
import type { PollInfo, PollOptions, PollReport } from './poll-options.js';
import { listedReceipt, type SeenReceipt } from './seen-receipt.js';
import type { Watchlist } from './watchlist.js';

/** A checkpoint is saved if it has at most this many receipts per delivery, because saving after each page would take too long. */
const maxSavedPerDelivery = 10;

/** A warning names at most this many receipts. */
const maxNamed = 10;

type Settings = PollOptions & {
  readonly onWarning: NonNullable<PollOptions['onWarning']>;
  /** When the run started, on the clock of the option `now`. */
  readonly startedAt: Date | undefined;
};

/** Lists receipts, and delivers those that differ from what the watchlist remembers, or that it no longer finds. */
export async function deliverChanges(
  list: Paginator<GoodsReceipt>,
  watchlist: Watchlist,
  context: RunContext,
  { onChanged, onNotFound, onWarning, statuses, startedAt }: Settings,
): Promise<Omit<PollReport, 'from' | 'to' | 'checkpoint'>> {
  const counts = { records: 0, new: 0, changed: 0, notFound: 0 };
  const noLongerWatched: string[] = [];
  let deliveredSinceSave = 0;

  for await (const { items, slice, position, readAt } of list.pages()) {
    const [from, to] = [Date.parse(slice.from), Date.parse(slice.to)];
    for (const receipt of items) await take(receipt, { from, to }, startedAt ?? readAt);
    watchlist.advance(isSliceEnd(position) ? to : from);
    if (deliveredSinceSave * maxSavedPerDelivery > watchlist.size) await save();
  }
  const readAt = new Date(watchlist.to);
  for (const seen of watchlist.notFound()) {
    const { receipt } = seen;
    await deliver(seen, readAt, (info) =>
      onNotFound
        ? onNotFound(receipt, info)
        : warn('A goods receipt is no longer listed', [receipt.id], 'Check its bill.'),
    );
    counts.notFound += 1;
  }
  watchlist.complete();
  await save();
  return { ...counts, noLongerWatched };

  async function take(receipt: GoodsReceipt, slice: { from: number; to: number }, readAt: Date) {
    counts.records += 1;
    // A receipt with an undocumented status is delivered.
    const isWanted = statuses?.some((wanted) => wanted === receipt.status) ?? receipt.status !== 'draft';
    const { now, change } = watchlist.compare(await listedReceipt(receipt, slice), isWanted);
    if (!change) return watchlist.set(now);
    await deliver(now, readAt, (info) => onChanged(receipt, Object.assign(info, { change })));
    counts[change] += 1;
  }

  /** Remembers a receipt once its callback has returned. */
  async function deliver(now: SeenReceipt, readAt: Date, callback: (info: PollInfo) => unknown) {
    const info = {
      readAt,
      run: context.run,
      // Few callbacks need it, and it takes time if many receipts are watched.
      get checkpoint() {
        return watchlist.checkpoint(now);
      },
    };
    await context.deliver(() => callback(info));
    watchlist.set(now);
    deliveredSinceSave += 1;
  }

  async function save(): Promise<void> {
    const forgotten = watchlist.forget().map(({ receipt }) => receipt.id);
    noLongerWatched.push(...forgotten);
    const problem = 'Goods receipts are too old to be watched, but can still change';
    await warn(problem, forgotten, 'Complete or cancel them at the outlet, and check their bills.');
    await context.save(watchlist.checkpoint());
    deliveredSinceSave = 0;
  }

  /** Warns about receipts, unless there are none. */
  async function warn(problem: string, ids: readonly string[], advice: string): Promise<void> {
    if (ids.length === 0) return;
    const others = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : '';
    try {
      await onWarning(`${problem}: ${ids.slice(0, maxNamed).join(', ')}${others}. ${advice}`);
    } catch {
      // A warning does not end the run.
    }
  }
}
