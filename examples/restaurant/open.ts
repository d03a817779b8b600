import { parseArgs } from 'node:util';
import { createFakeOutlet, type FakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import { serve } from './serve.js';

/** A fake restaurant on a loopback port. */
export interface Restaurant {
  readonly fake: FakeOutlet;
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a fake restaurant, and calls `onRequest` for every request after its response. */
export async function openRestaurant(
  options: FakeOutletOptions,
  onRequest: (request: Request, response: Response) => void = () => {},
): Promise<Restaurant> {
  const fake = createFakeOutlet(options);
  const { url, close } = await serve(async (request) => {
    const response = await fake.fetch(request.clone());
    onRequest(request, response.clone());
    return response;
  });
  return { fake, url, close };
}

/** Reads the command line: names, and options of the fake. `--hostile SEED` makes the fake hostile. */
export function readCommandLine(): { readonly names: string[]; readonly options: FakeOutletOptions } {
  const { positionals, values } = parseArgs({ strict: false, options: { hostile: { type: 'string' } } });
  if (values.hostile === undefined) return { names: positionals, options: { seed: 7 } };
  const seed = Number.parseInt(String(values.hostile), 10);
  if (Number.isNaN(seed)) {
    console.error('--hostile needs a seed, such as --hostile 3');
    process.exit(1);
  }
  return { names: positionals, options: { seed, hostile: true } };
}
