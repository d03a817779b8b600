import { createFakeOutlet, type FakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import type { Database } from '../database.js';
import { addKey } from '../keys.js';
import { addOutlet } from '../outlets.js';
import { listenOn } from './listen-on.js';

/** What the API does not return about both outlets. */
export const place = { timeZone: 'Europe/Berlin', currency: 'EUR', startsAt: '04:00' };

/** The outlets of a merchant, by `outletRef`. */
export type Outlets = Readonly<Record<'bistro' | 'bakery', FakeOutlet>>;

/** A fake merchant with two outlets on a loopback port. The bakery starts empty, and the bistro has two keys. */
export interface Restaurant {
  readonly outlets: Outlets;
  readonly baseUrl: string;
  /** Adds both outlets and their keys to a database. */
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
    { keyRef: 'bistro 2: Inventar für Küche', outletRef: 'bistro', useCase: 'inventory-management' },
    { keyRef: 'bakery', outletRef: 'bakery', useCase: 'order-data' },
  ] as const;
  return {
    outlets,
    baseUrl: url,
    async addTo(db) {
      for (const outletRef of Object.keys(outlets))
        await addOutlet(db, { outletRef, firstDay: '2020-01-01', ...place });
      for (const { keyRef, outletRef, useCase } of keys)
        await addKey(db, { keyRef, outletRef, useCase, accessToken: outlets[outletRef].key(useCase).token });
    },
    deliverTo(urlOf) {
      for (const { keyRef, outletRef, useCase } of keys)
        outlets[outletRef].key(useCase).webhookUrl = urlOf(keyRef);
    },
    close,
  };
}
