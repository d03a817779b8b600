import { expect, test } from 'vitest';
import { collectGarbage } from '../../support/bytes-in-use.js';
import { clientOf, scriptedService } from '../../support/services/scripted-service.js';

/** The limiters of the process, as all copies of the package share them. */
function limiters(): Map<string, WeakRef<object>> {
  return Reflect.get(globalThis, Symbol.for('outlet-open-api/limiters@3')).all;
}

test('limiters are collected with their clients, except those of the latest 100 keys', async () => {
  // A limiter is created when its state is first read.
  const kept = clientOf(scriptedService());
  expect(kept.rateLimitState.limit).toBe(5);
  const [keptKey] = limiters().keys();
  for (let clients = 0; clients < 150; clients += 1)
    expect(clientOf(scriptedService()).rateLimitState.limit).toBe(5);
  expect(limiters().size).toBe(151);

  await expect
    .poll(() => {
      collectGarbage();
      return limiters().size;
    })
    .toBe(101);
  expect(limiters().has(String(keptKey))).toBe(true);
  expect(await kept.orders.get('o-1')).toEqual({ id: 'o-1' });
});
