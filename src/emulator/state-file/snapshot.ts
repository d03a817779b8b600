import {
  type ApiKey,
  type AssumptionOptions,
  actorOf,
  type Fake,
  type FakePhoto,
  type Outlet,
  type RememberedResponse,
  type SavedKeys,
  type State,
  type StoredLogEntry,
  type StoredOrder,
  type StoredReceipt,
} from '../../fake/index.js';
import { createRandom } from '../../random.js';

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
    /** What `assume` had set. */
    readonly assumed?: AssumptionOptions | undefined;
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
  const keys = outlet.keys.resume(snapshot.keys);
  outlet.random = createRandom(snapshot.nextSeed);
  outlet.state = stateFrom(snapshot, (id) => keys.get(id));
  clock.advance(snapshot.clockAheadBy);
  idempotency.restore(snapshot.responses);
  for (const [url, photo] of snapshot.photos) outlet.storage.set(url, photo);
}

/**
 * Fills an outlet with the data of a snapshot. The outlet of the snapshot also gets its keys, unless it keeps those that it has. In other
 * outlets, the first key of the same use case replaces each key of the snapshot.
 */
export function fillFromSnapshot(outlet: Outlet, snapshot: FakeSnapshot, keepKeys: boolean): void {
  const isOwn = outlet.outletId === snapshot.options.outletId;
  const saved = isOwn && !keepKeys ? outlet.keys.resume(snapshot.keys) : undefined;
  const useCases = new Map(snapshot.keys.entries.map(({ id, useCase }) => [id, useCase]));
  const keys = outlet.keys.all();
  const keyOf = (id: string): ApiKey | undefined =>
    saved?.get(id) ??
    keys.find((key) => key.id === id) ??
    keys.find(({ useCase }) => useCase === useCases.get(id));
  outlet.currency = snapshot.options.currency;
  // The seed of the file alone would lead to IDs that its orders already have.
  outlet.random = createRandom(snapshot.nextSeed ^ outlet.random.integer(0, 2 ** 31));
  outlet.state = stateFrom(structuredClone(snapshot), keyOf);
  for (const [url, photo] of snapshot.photos) outlet.storage.set(url, photo);
  if (isOwn) outlet.clock.advance(snapshot.clockAheadBy);
}

function stateFrom(snapshot: FakeSnapshot, keyOf: (id: string) => ApiKey | undefined): State {
  const { details, channels, menuItems, receipts, receiptCount } = snapshot;
  const orders = snapshot.orders.map(({ createdBy, ...stored }): StoredOrder => {
    return { ...stored, createdBy: createdBy === undefined ? undefined : keyOf(createdBy) };
  });
  const log = snapshot.log.map(({ entry, ...stored }): StoredLogEntry => {
    const key = keyOf(String(entry.actor.id));
    return { ...stored, entry: key ? { ...entry, actor: actorOf(key) } : entry };
  });
  return {
    details,
    channels,
    menuItems,
    log,
    receiptCount,
    orders: new Map(orders.map((stored) => [stored.order.id, stored])),
    receipts: new Map(receipts.map((stored) => [stored.receipt.id, stored])),
  };
}
