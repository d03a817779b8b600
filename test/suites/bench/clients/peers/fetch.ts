import type { Access, BenchClient } from '../client.js';

/** The fetch of the runtime, without anything around it. */
export function open({ baseUrl, token }: Access): BenchClient {
  return {
    async get(id) {
      const response = await fetch(`${baseUrl}/api/v1/orders/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return response.json();
    },
    close: () => {},
  };
}
