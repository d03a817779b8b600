import type { OutletClient } from 'outlet-open-api';
import { createOrderFeed } from 'outlet-open-api/sync';
import outlet from './client.cjs';

/** An ES module can use objects that a CommonJS module has created. */
export const typed: OutletClient = outlet;
export const feed = createOrderFeed({ outlet, onOrder: () => {} });
