import { OutletClient, type OutletClientOptions } from 'outlet-open-api';
import type { Access, BenchClient } from './client.js';

export function open(access: Access): BenchClient {
  return openWith(access, {});
}

export function openWith({ baseUrl, token }: Access, options: OutletClientOptions): BenchClient {
  const outlet = new OutletClient({ baseUrl, accessToken: token, logLevel: 'off', ...options });
  return {
    get: (id, priority) => outlet.orders.get(id, { priority }),
    async *list({ from, to }) {
      const pages = outlet.orders.list({ from: new Date(from), to: new Date(to) }).pages();
      for await (const { items } of pages) yield items;
    },
    close: () => outlet.close(),
  };
}
