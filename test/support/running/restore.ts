// Vitest runs this file before each test file. Test files share threads, so nothing that a test replaces may outlive the test.
import { afterEach, expect, vi } from 'vitest';

afterEach(async () => {
  try {
    await expectNoTimers();
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    // Another test can use the same token, on another clock.
    Reflect.deleteProperty(globalThis, Symbol.for('outlet-open-api/breakers@1'));
    // Last, because a stub of `setTimeout` restores the fake one.
    vi.useRealTimers();
  }
});

/** A test in fake time must not leave timers behind. Those that are due may still run. */
async function expectNoTimers(): Promise<void> {
  if (!vi.isFakeTimers()) return;
  // Unit tests share threads, so real timers of another file could fire in fake time.
  expect(expect.getState().testPath, 'a unit test with fake timers').toMatch(
    /[\\/]suites[\\/]|\.(fake-time|own-thread)\.test\.ts$/,
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount(), 'timers that the test left behind').toBe(0);
}
