import { createFakeOutlet, type FakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import { serve } from './serve.js';

/** A fake restaurant on a loopback port. */
export interface Restaurant {
  readonly fake: FakeOutlet;
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a fake restaurant, and calls `onRequest` after every request, before its response is sent. */
export async function openRestaurant(
  options: FakeOutletOptions,
  onRequest: () => void = () => {},
): Promise<Restaurant> {
  const fake = createFakeOutlet(options);
  const { url, close } = await serve(async (request) => {
    const response = await fake.fetch(request);
    onRequest();
    return response;
  });
  return { fake, url, close };
}

/** Returns the options of the fake for the value of `--hostile`, which is the seed of a hostile fake. */
export function fakeOptions(hostile: string | undefined): FakeOutletOptions {
  if (hostile === undefined) return { seed: 7 };
  if (!/^\d+$/.test(hostile)) throw new Error('--hostile needs a number as its seed, such as --hostile 3');
  return { seed: Number(hostile), hostile: true };
}
