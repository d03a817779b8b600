import { type FetchFunction, OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { fetch as fetch6 } from 'undici6';
import { Agent, fetch as fetch7 } from 'undici7';
import { fetch as fetch8 } from 'undici8';

export const fetches: FetchFunction[] = [fetch6, fetch7, fetch8];
export const outlet = new OutletClient({ fetch: fetch7 });

const dispatcher = new Agent();
export const options: OutletClientOptions = { fetch: (url, init) => fetch7(url, { ...init, dispatcher }) };
