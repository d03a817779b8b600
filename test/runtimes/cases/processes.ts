import type { Cases } from './case.js';
import { everywhere } from './everywhere.js';
import { nodeOnly } from './node.js';

/** What has to hold where there is `node:http`: on Node, Bun and Deno. */
export const processes: Cases = { ...everywhere, ...nodeOnly };
