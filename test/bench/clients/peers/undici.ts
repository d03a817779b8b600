import { request } from 'undici';
import type { Access, BenchClient } from '../client.js';

export function open({ baseUrl, token }: Access): BenchClient {
  return {
    async get(id) {
      const { body } = await request(`${baseUrl}/api/v1/orders/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return body.json();
    },
    close: () => {},
  };
}
