import { createFakeOutlet, type FakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import type { Database } from '../database.js';
import { addKey } from '../keys.js';
import { listenOn } from './listen-on.js';

/** The outlets of a merchant, by `outletRef`. */
export type Outlets = Readonly<Record<'bistro' | 'bakery', FakeOutlet>>;

/** A fake merchant with two outlets on a loopback port. The bakery starts empty, and the bistro has two keys. */
export interface Restaurant {
  readonly outlets: Outlets;
  readonly baseUrl: string;
  /** Adds the keys of both outlets to a database. */
  addTo(db: Database): Promise<void>;
  /** Sets the webhook URL of each key. */
  deliverTo(urlOf: (keyRef: string) => string): void;
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
  const keys = [
    { keyRef: 'bistro', outletRef: 'bistro', useCase: 'order-data' },
    { keyRef: 'bistro-inventory', outletRef: 'bistro', useCase: 'inventory-management' },
    { keyRef: 'bakery', outletRef: 'bakery', useCase: 'order-data' },
  ] as const;
  return {
    outlets,
    baseUrl: url,
    async addTo(db) {
      for (const { keyRef, outletRef, useCase } of keys) {
        const { key, outletId } = outlets[outletRef];
        await addKey(db, { keyRef, outletRef, useCase, accessToken: key(useCase).token, outletId });
      }
    },
    deliverTo(urlOf) {
      for (const { keyRef, outletRef, useCase } of keys)
        outlets[outletRef].key(useCase).webhookUrl = urlOf(keyRef);
    },
    close,
  };
}
