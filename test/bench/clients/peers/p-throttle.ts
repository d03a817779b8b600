import ky from 'ky';
import pThrottle from 'p-throttle';
import type { Access, BenchClient } from '../client.js';

/** ky behind p-throttle in its strictest mode, without retries. */
export function open({ baseUrl, token }: Access): BenchClient {
  const api = ky.create({
    prefixUrl: `${baseUrl}/api/v1`,
    headers: { authorization: `Bearer ${token}` },
    retry: 0,
  });
  const throttled = pThrottle({ limit: 5, interval: 1_000, strict: true });
  const get = throttled((id: string) => api.get(`orders/${id}`).json());
  return { get: (id) => get(id), close: () => {} };
}
