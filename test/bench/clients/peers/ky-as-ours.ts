import ky from 'ky';
import type { Access, BenchClient } from '../client.js';

/** ky with every optional feature off, as in `src/transport/send/fetch.ts`. Measures what ky costs at least. */
export function open({ baseUrl, token }: Access): BenchClient {
  return {
    async get(id) {
      const { signal } = new AbortController();
      const url = `${baseUrl}/api/v1/orders/${id}`;
      const headers = { authorization: `Bearer ${token}` };
      const exchange = () => fetch(url, { method: 'GET', headers, redirect: 'manual', signal });
      const response = await ky(url, {
        method: 'GET',
        hooks: { beforeRequest: [exchange] },
        fetch: exchange,
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
      });
      return response.json();
    },
    close: () => {},
  };
}
