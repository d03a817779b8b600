import { createFakeOutlet, type FakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import { listenOn } from './listen-on.js';

/** A fake restaurant on a loopback port. */
export interface Restaurant {
  readonly fake: FakeOutlet;
  /** What a job finds in its environment. */
  readonly environment: { readonly OUTLET_BASE_URL: string; readonly OUTLET_ACCESS_TOKEN: string };
  close(): Promise<void>;
}

/** Opens a restaurant. If `instead` returns a response, it replaces that of the restaurant. */
export async function openRestaurant(
  options: FakeOutletOptions,
  instead: (request: Request) => Response | undefined | Promise<Response | undefined> = () => undefined,
): Promise<Restaurant> {
  const fake = createFakeOutlet(options);
  const { url, close } = await listenOn(async (request) => (await instead(request)) ?? fake.fetch(request));
  const OUTLET_ACCESS_TOKEN = fake.key('order-data').token;
  return { fake, environment: { OUTLET_BASE_URL: url, OUTLET_ACCESS_TOKEN }, close };
}
