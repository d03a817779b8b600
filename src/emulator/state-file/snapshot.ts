import type { Fake } from '../../fake/create-fake-outlet.js';
import type { SavedKeys } from '../../fake/outlet/keys.js';
import { createRandom } from '../../fake/outlet/random.js';
import type { FakePhoto, State, StoredOrder, StoredReceipt } from '../../fake/outlet/state.js';
import type { RememberedResponse } from '../../fake/service/idempotency.js';

/** The version of the format. Increase it if older code cannot read the new format. */
export const snapshotVersion = 1;

/** The data of a fake and its first outlet, which JSON can represent. Contains no requests, faults or waiting deliveries. */
export interface FakeSnapshot extends Omit<State, 'orders' | 'receipts'> {
  readonly version: typeof snapshotVersion;
  /** The options that the data comes from. */
  readonly options: {
    readonly seed: number;
    readonly hostile: boolean;
    readonly merchantId: string;
    readonly outletId: string;
    readonly currency: string;
  };
  readonly clockAheadBy: number;
  /** The seed of the next IDs. */
  readonly nextSeed: number;
  readonly keys: SavedKeys;
  readonly orders: readonly SavedOrder[];
  readonly receipts: readonly StoredReceipt[];
  readonly responses: readonly RememberedResponse[];
  readonly photos: readonly (readonly [url: string, photo: FakePhoto])[];
}

interface SavedOrder extends Omit<StoredOrder, 'createdBy'> {
  /** The ID of the key. */
  readonly createdBy?: string | undefined;
}

/** Returns the data without copying it. Serialize it before it changes. */
export function takeSnapshot({ settings, outlet, clock, idempotency }: Fake): FakeSnapshot {
  const { merchantId, outletId, currency, state, keys, random, storage } = outlet;
  const orders = [...state.orders.values()];
  return {
    ...state,
    version: snapshotVersion,
    options: { ...settings, merchantId, outletId, currency },
    clockAheadBy: clock.aheadBy,
    nextSeed: random.state,
    keys: keys.save(orders.flatMap(({ createdBy }) => createdBy ?? [])),
    orders: orders.map((stored) => ({ ...stored, createdBy: stored.createdBy?.id })),
    receipts: [...state.receipts.values()],
    responses: idempotency.remembered(),
    photos: [...storage],
  };
}

/** Replaces the data of a new fake, which has the options of the snapshot. */
export function restoreSnapshot({ outlet, clock, idempotency }: Fake, snapshot: FakeSnapshot): void {
  const { details, channels, menuItems, log, receiptCount } = snapshot;
  const keys = outlet.keys.resume(snapshot.keys);
  const orders = snapshot.orders.map(({ createdBy, ...stored }): StoredOrder => {
    return { ...stored, createdBy: createdBy === undefined ? undefined : keys.get(createdBy) };
  });
  outlet.random = createRandom(snapshot.nextSeed);
  outlet.state = {
    details,
    channels,
    menuItems,
    log,
    receiptCount,
    orders: new Map(orders.map((stored) => [stored.order.id, stored])),
    receipts: new Map(snapshot.receipts.map((stored) => [stored.receipt.id, stored])),
  };
  clock.advance(snapshot.clockAheadBy);
  idempotency.restore(snapshot.responses);
  for (const [url, photo] of snapshot.photos) outlet.storage.set(url, photo);
}
