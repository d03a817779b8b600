import { createFakeOutlet, type FakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import type { Database } from '../database.js';
import { addOutlet } from '../outlets.js';
import { listenOn } from './listen-on.js';

/** The outlets of a merchant, by `outletRef`. */
export type Outlets = Readonly<Record<'bistro' | 'bakery', FakeOutlet>>;

/** A fake merchant with two outlets on a loopback port. The bakery starts empty. */
export interface Restaurant {
  readonly outlets: Outlets;
  readonly baseUrl: string;
  /** Adds both outlets to a database. */
  addTo(db: Database): Promise<void>;
  close(): Promise<void>;
}

/** Opens a restaurant. If `instead` returns a response, it replaces that of the restaurant. */
export async function openRestaurant(
  options: FakeOutletOptions,
  instead: (request: Request) => Response | undefined | Promise<Response | undefined> = () => undefined,
): Promise<Restaurant> {
  const fake = createFakeOutlet(options);
  const { url, close } = await listenOn(async (request) => (await instead(request)) ?? fake.fetch(request));
  const outlets = { bistro: fake, bakery: fake.addOutlet({ empty: true }) };
  return {
    outlets,
    baseUrl: url,
    async addTo(db) {
      for (const [outletRef, { key, outletId }] of Object.entries(outlets))
        await addOutlet(db, outletRef, key('order-data').token, outletId);
    },
    close,
  };
}
