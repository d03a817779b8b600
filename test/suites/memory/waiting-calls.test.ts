import { expect, test } from 'vitest';
import { KeyLimiter } from '../../../src/rate-limit/limiter.js';
import { bytesInUse } from '../../support/bytes-in-use.js';

test('thirty thousand calls that wait for the rate limit take less than 45 MB', () => {
  const limiter = new KeyLimiter().withLimit(undefined);
  const controllers = Array.from({ length: 30_000 }, () => new AbortController());
  const requests = controllers.map(({ signal }) => ({
    key: 'k',
    priority: 'interactive' as const,
    wasRateLimited: false,
    signal,
  }));
  const before = bytesInUse();
  const turns = requests.map((request) => limiter.take(request));
  expect(bytesInUse() - before).toBeLessThan(45_000_000);
  for (const turn of turns) turn.catch(() => {});
  for (const controller of controllers) controller.abort();
  expect(limiter.state().queued.interactive).toBe(0);
});
