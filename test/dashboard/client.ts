import { OutletClient } from 'outlet-open-api';
import type { Emulator } from 'outlet-open-api/emulator';

/** Returns a client that sends each request once and at once, so that a test sees every response. */
export function clientOf({ url }: Emulator, accessToken: string): OutletClient {
  return new OutletClient({
    baseUrl: url,
    accessToken,
    maxRetries: 0,
    rateLimit: false,
    logLevel: 'off',
  });
}
