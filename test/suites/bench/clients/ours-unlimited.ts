import type { Access, BenchClient } from './client.js';
import { openWith } from './ours.js';

export function open(access: Access): BenchClient {
  return openWith(access, { rateLimit: false });
}
