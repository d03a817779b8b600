import type { Assumptions } from '../assumptions.js';
import type { Clock } from './clock.js';
import type { KeyRing, KeyScope } from './keys.js';
import type { Random } from './random.js';
import type { FakePhoto, State, StoredOrder } from './state.js';

/** What an order's event is about. */
export type OrderChange = 'status' | 'totals' | 'channel' | 'guestCount';

/** Tells the keys, each by the rules of its use case. */
export interface Announcements {
  orderChanged(stored: StoredOrder, change: OrderChange): void;
  /** Sends the last complete or cancelled event of an order once more. */
  republish(stored: StoredOrder): void;
  channelsPublished(): void;
  menusPublished(): void;
  outletUpdated(): void;
}

/** The one outlet that everything in the fake is about: what its rules read, change and tell. */
export interface Outlet extends KeyScope {
  readonly currency: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly assume: Assumptions;
  readonly keys: KeyRing;
  readonly state: State;
  readonly announce: Announcements;
  /** What the address of a photo holds; nothing where it cannot be fetched. */
  readonly photos: (url: string) => FakePhoto | undefined | Promise<FakePhoto | undefined>;
  /** Pages hold fewer records than they could, or none. */
  readonly sparsePages: boolean;
}
