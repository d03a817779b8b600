import ky from 'ky';
import pRetry from 'p-retry';
import pThrottle from 'p-throttle';
import type { Access, BenchClient, Range } from '../client.js';

interface Page {
  readonly data: readonly unknown[];
  readonly next: string | null;
}

/** ky behind p-throttle in its strictest mode, and p-retry around both, as most people would combine them. */
export function open({ baseUrl, token }: Access): BenchClient {
  const api = ky.create({
    prefixUrl: `${baseUrl}/api/v1`,
    headers: { authorization: `Bearer ${token}` },
    retry: 0,
  });
  const throttled = pThrottle({ limit: 5, interval: 1_000, strict: true });
  const send = throttled(<T>(path: string, searchParams: Record<string, string>) =>
    api.get(path, { searchParams }).json<T>(),
  );

  async function* list({ from, to }: Range): AsyncGenerator<readonly unknown[]> {
    const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const query = { ...range, ...(cursor !== undefined && { cursor }) };
      const page: Page = await pRetry(() => send<Page>('orders', query));
      yield page.data;
      cursor = page.next;
    }
  }

  return { get: (id) => pRetry(() => send(`orders/${id}`, {})), list, close: () => {} };
}
