import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { serve } from './serve.js';

/** A fake restaurant on a loopback port. */
export interface Restaurant {
  readonly fake: FakeOutlet;
  readonly url: string;
  close(): Promise<void>;
}

/** Opens a fake restaurant; `onRequest` hears of every request that was answered. */
export async function openRestaurant(
  onRequest: (request: Request, response: Response) => void = () => {},
): Promise<Restaurant> {
  const fake = createFakeOutlet({ seed: 7 });
  const { url, close } = await serve(async (request) => {
    const response = await fake.fetch(request.clone());
    onRequest(request, response.clone());
    return response;
  });
  return { fake, url, close };
}
