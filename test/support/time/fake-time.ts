import { vi } from 'vitest';
import { hashAtOnce } from './hash-at-once.js';

const { setImmediate } = globalThis;

/**
 * Runs work in fake time, which jumps from one timer to the next. No time passes while the work loads a module, or reads or writes a
 * file, so a slow machine causes no timeout. After the work, no time passes until the end of the test.
 */
export async function inFakeTime<T>(work: () => Promise<T>): Promise<T> {
  if (!vi.isFakeTimers()) vi.useFakeTimers();
  hashAtOnce();
  let isRunning = true;
  const end = () => {
    isRunning = false;
  };
  const running = work();
  running.then(end, end);
  while (isRunning) {
    await realWork();
    if (isRunning) await vi.advanceTimersToNextTimerAsync();
  }
  return running;
}

/** Resolves when this thread loads no module, and reads or writes no file. */
async function realWork(): Promise<void> {
  do {
    await vi.dynamicImportSettled();
    await new Promise(setImmediate);
  } while (process.getActiveResourcesInfo().some((name) => /^FS|^CloseReq$/.test(name)));
}
