import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('retries until the API works again', async () => {
  const fake = createFakeOutlet();
  const accessToken = fake.key('digital-ordering').token;
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch });
  fake.failNext({ fault: 'server-error', times: 2 });

  const call = outlet.channels.list();
  await vi.advanceTimersByTimeAsync(60_000);

  expect(await call).not.toHaveLength(0);
});
