import type { Cases } from './case.js';
import { everywhere } from './everywhere.js';
import { nodeOnly } from './node.js';
import { inSqlite } from './sqlite.js';

/** The cases for Node.js, Bun and Deno, which have `node:http`. */
export const processes: Cases = { ...everywhere, ...nodeOnly, ...inSqlite };
