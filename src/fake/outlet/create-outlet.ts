import { createRandom, createUnseededRandom } from '../../random.js';
import type { Assumptions } from '../assumptions.js';
import { createAnnouncements } from '../deliveries/announcements.js';
import type { Deliveries } from '../deliveries/deliveries.js';
import { photoByFileEnding } from '../endpoints/photos.js';
import type { NewOutlet } from '../fake-outlet.js';
import type { ReportChange } from '../topics.js';
import type { Clock } from './clock.js';
import { createKeyRing, type KeyScope } from './keys.js';
import type { Outlet } from './outlet.js';
import { createState } from './state.js';

/** Fills an outlet with its initial data. With `keepKeys`, its keys stay as they are. */
export type Fill = (outlet: Outlet, keepKeys: boolean) => void;

/** What the outlets of a fake share. */
interface Shared {
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  readonly assumptions: Assumptions;
  readonly storage: Outlet['storage'];
  readonly reportChange: ReportChange;
  readonly randomIds: boolean;
  /** Which outlet of the fake it is. Counts from 1. */
  readonly number: number;
  readonly fill: Fill;
}

/** Creates an outlet with its initial data. */
export function createOutlet(scope: KeyScope, options: NewOutlet, seed: number, shared: Shared): Outlet {
  const { clock, deliveries, assumptions, storage, reportChange, randomIds, number, fill } = shared;
  const { currency = 'EUR', photos = photoByFileEnding, empty = false } = options;
  const keys = createKeyRing(scope, seed, reportChange);
  const outlet: Outlet = {
    ...scope,
    currency,
    photos,
    storage,
    clock,
    assumptions,
    keys,
    reportChange,
    announcements: createAnnouncements(keys, clock, deliveries, assumptions),
    random: createRandom(seed),
    state: createState(number),
    reset(newSeed, { keepKeys = false } = {}) {
      if (!keepKeys) keys.reset();
      outlet.random = createRandom(newSeed);
      outlet.state = createState(number);
      if (!empty) fill(outlet, keepKeys);
      if (randomIds) outlet.random = createUnseededRandom();
    },
  };
  outlet.reset(seed);
  return outlet;
}
