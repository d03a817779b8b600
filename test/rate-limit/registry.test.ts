import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { clientOf, scriptedService } from '../scripted-service.js';

/** The limiters of a process: what all copies of the package share. */
function limiters(): Map<string, WeakRef<object>> {
  return Reflect.get(globalThis, Symbol.for('outlet-open-api/limiters@1')).all;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

test('a limiter is forgotten when no client uses it any more, but for those of the last 100 keys', async () => {
  const kept = clientOf(scriptedService());
  const [keptKey] = limiters().keys();
  for (let clients = 0; clients < 150; clients += 1) clientOf(scriptedService());
  expect(limiters().size).toBe(151);

  await vi.waitFor(() => {
    collect();
    expect(limiters().size).toBe(101);
  }, 10_000);
  expect(limiters().has(String(keptKey))).toBe(true);
  expect(await kept.orders.get('o-1')).toEqual({ id: 'o-1' });
});

test('a client for each request keeps to the limit, though none is left by the time of the next', async () => {
  const service = scriptedService();
  for (let requests = 0; requests < 6; requests += 1) {
    await clientOf(service, { accessToken: 'made-anew' }).orders.get('o-1');
    collect();
  }
  const times = service.arrivals.map(({ at }) => at);
  expect(Number(times[5]) - Number(times[0])).toBeGreaterThanOrEqual(990);
});
