// Vitest runs this file before each test file. Test files share threads, so nothing that a test replaces may outlive the test.
import { afterEach, expect, vi } from 'vitest';

afterEach(async () => {
  if (!vi.isFakeTimers()) return;
  // Timers that are due may still run.
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount(), 'timers that the test left behind').toBe(0);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
