import { startEmulator } from 'outlet-open-api/emulator';
import { expect, onTestFinished, test } from 'vitest';
import { useCases } from '../../../src/entities/use-case.js';
import { learn } from '../../../src/learn/learn.js';
import { expectRight, foundIn } from '../learn/learn-from.js';

test('over HTTP, faults make a run slower and no value wrong', async () => {
  // The client follows a stated limit, so the test does not have to wait for a limit of 5.
  const rateLimit = { requests: 50, interval: 1_000 };
  const emulator = await startEmulator({ port: 0, hostile: true, seed: 4, rateLimit });
  onTestFinished(() => emulator.close());
  const { fake, url: baseUrl } = emulator;
  for (const fault of ['server-error', 'lost-response', 'rate-limited'] as const) {
    fake.failNext({ fault, times: Number.POSITIVE_INFINITY, share: 0.02 });
  }
  const keys = useCases.map((useCase) => ({ useCase, token: fake.key(useCase).token }));
  const { signal } = new AbortController();
  const learned = foundIn(await learn({ baseUrl, keys, signal, write: true }));
  expectRight({ ...learned, findings: [] }, fake);
  expect(Object.keys(learned.values).length).toBeGreaterThan(15);
});
