import type { OutletClient } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import outlet from './client.cjs';

/** What a CommonJS module made, an ES module can use. */
export const client: OutletClient = outlet;
export const feed = createOrderFeed(outlet, { onOrder: () => {} });
