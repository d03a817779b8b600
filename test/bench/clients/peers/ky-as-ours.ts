import ky from 'ky';
import type { Access, BenchClient } from '../client.js';

/** ky with everything switched off that can be: what it costs to have it at all. */
export function open({ baseUrl, token }: Access): BenchClient {
  return {
    async get(id) {
      const { signal } = new AbortController();
      const headers = new Headers({ authorization: `Bearer ${token}` });
      const response = await ky(`${baseUrl}/api/v1/orders/${id}`, {
        method: 'GET',
        headers,
        redirect: 'manual',
        signal,
        fetch: (input, init) => fetch(input, { ...init, signal }),
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
      });
      return response.json();
    },
    close: () => {},
  };
}
