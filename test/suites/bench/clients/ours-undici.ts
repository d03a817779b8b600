import { createUndiciFetch } from 'outlet-open-api/undici';
import type { Access, BenchClient } from './client.js';
import { openWith } from './ours.js';

const fetch = createUndiciFetch();

export function open(access: Access): BenchClient {
  return openWith(access, { rateLimit: false, fetch });
}
