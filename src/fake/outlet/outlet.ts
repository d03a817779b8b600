import type { Random } from '../../random.js';
import type { Assumptions } from '../assumptions.js';
import type { Announcements } from '../deliveries/announcements.js';
import type { ReportChange } from '../topics.js';
import type { Clock } from './clock.js';
import type { KeyRing, KeyScope } from './keys.js';
import type { FakePhoto, State } from './state.js';

/** Returns the photo at a URL; `undefined` if it cannot be fetched. */
export type PhotoSource = (url: string) => FakePhoto | undefined | Promise<FakePhoto | undefined>;

/** One outlet: the data that endpoints and controls read and change, and the webhooks that it sends. */
export interface Outlet extends KeyScope {
  currency: string;
  readonly clock: Clock;
  random: Random;
  readonly assumptions: Assumptions;
  readonly keys: KeyRing;
  state: State;
  readonly announcements: Announcements;
  readonly reportChange: ReportChange;
  readonly photos: PhotoSource;
  /** The photos in the service's own storage, by URL. All outlets share it. */
  readonly storage: Map<string, FakePhoto>;
  reset(seed: number, options?: { keepKeys?: boolean | undefined }): void;
}
