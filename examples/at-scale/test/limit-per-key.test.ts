import { DelayedError } from 'bullmq';
import { expect, onTestFinished, test, vi } from 'vitest';
import { limitPerKey } from '../limit-per-key.js';

test('each waiting job of a busy key is due at a time of its own, and delays no other key', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const due: number[] = [];
  const jobOf = (keyRef: string) => ({
    data: { keyRef },
    moveToDelayed: async (time: number) => void due.push(time),
  });
  const runJob = limitPerKey(2);
  const never = () => new Promise<void>(() => {});
  for (let job = 0; job < 2; job += 1) void runJob(jobOf('bistro'), 'token', never);
  for (let job = 0; job < 4; job += 1)
    await expect(runJob(jobOf('bistro'), 'token', never)).rejects.toThrow(DelayedError);
  expect(due).toEqual([200, 400, 600, 800]);
  expect(await runJob(jobOf('cafe'), 'token', async () => 'done')).toBe('done');
});
