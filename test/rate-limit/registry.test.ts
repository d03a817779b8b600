import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { clientOf, scriptedService } from '../scripted-service.js';

/** The limiters of a process: what all copies of the package share. */
function limiters(): Map<string, WeakRef<object>> {
  return Reflect.get(globalThis, Symbol.for('outlet-open-api/limiters@1'));
}

test('a limiter is forgotten when no client uses it any more, and none that is in use', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const kept = clientOf(scriptedService());
  const known = [...limiters().keys()];
  for (let clients = 0; clients < 20; clients += 1) await clientOf(scriptedService()).orders.get('o-1');
  expect(limiters().size).toBe(known.length + 20);

  await vi.waitFor(() => {
    collect();
    expect([...limiters().keys()]).toEqual(known);
  }, 10_000);
  expect(await kept.orders.get('o-1')).toEqual({ id: 'o-1' });
});
