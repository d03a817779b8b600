import type { Access, BenchClient } from '../client.js';
import { openWith } from '../ours.js';
import { quickFetch } from './undici-under-ours.js';

export function open(access: Access): BenchClient {
  return openWith(access, { fetch: quickFetch });
}
