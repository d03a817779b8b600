import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after a time in milliseconds. Does not keep the process running, which the emulator does until the end. */
export function pause(time: number): Promise<void> {
  return sleep(time, undefined, { ref: false });
}

/** Resolves when a condition holds, or after a time in milliseconds. It looks every `interval` milliseconds. */
export async function until(condition: () => boolean, timeout: number, interval = 20): Promise<void> {
  const end = performance.now() + timeout;
  while (!condition() && performance.now() < end) await pause(interval);
}
