import { conformance } from './tables/conformance.js';
import { endpoints } from './tables/endpoints.js';
import { errors } from './tables/errors.js';
import { events } from './tables/events.js';
import { evidence } from './tables/evidence.js';
import { fields } from './tables/fields.js';
import { layerTable } from './tables/layers.js';
import { limits } from './tables/limits.js';
import { callOptions, clientOptions, webhookOptions } from './tables/options.js';
import { runtimes } from './tables/runtimes.js';
import { samples } from './tables/samples.js';
import { subpaths } from './tables/subpaths.js';
import { scenarios } from './tables/verify.js';

/** All generated tables by the names in their markers. */
export const tables: ReadonlyMap<string, string> = new Map([
  ['options', clientOptions()],
  ['call-options', callOptions()],
  ['webhook-options', webhookOptions()],
  ['errors', errors()],
  ['events', events()],
  ['endpoints', endpoints()],
  ['order-fields', fields('Order')],
  ['payment-fields', fields('Payment')],
  ['goods-receipt-fields', fields('GoodsReceipt')],
  ...samples,
  ['limits', limits()],
  ['layers', layerTable()],
  ['subpaths', subpaths()],
  ['runtimes', runtimes()],
  ['evidence', evidence()],
  ['conformance', conformance()],
  ['scenarios', scenarios()],
]);
