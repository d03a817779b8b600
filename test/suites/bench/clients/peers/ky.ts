import ky from 'ky';
import type { Access, BenchClient } from '../client.js';

export function open({ baseUrl, token }: Access): BenchClient {
  const api = ky.create({ prefixUrl: `${baseUrl}/api/v1`, headers: { authorization: `Bearer ${token}` } });
  return {
    get: (id) => api.get(`orders/${id}`).json(),
    close: () => {},
  };
}
