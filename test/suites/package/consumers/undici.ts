import { type FetchFunction, OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { createUndiciFetch } from 'outlet-open-api/undici';
import { Agent, EnvHttpProxyAgent, fetch as fetch7 } from 'undici';
import { fetch as fetch6 } from 'undici6';
import { fetch as fetch8 } from 'undici8';

export const fetches: FetchFunction[] = [fetch6, fetch7, fetch8];
export const outlet = new OutletClient({ fetch: fetch7 });

const dispatcher = new Agent();
export const options: OutletClientOptions = { fetch: (url, init) => fetch7(url, { ...init, dispatcher }) };
export const proxied = new OutletClient({
  fetch: createUndiciFetch({ dispatcher: new EnvHttpProxyAgent() }),
});
