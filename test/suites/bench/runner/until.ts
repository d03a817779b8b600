import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicNow } from '../service/clock.js';

/** Makes one call after another until an instant on the clock that all processes share. */
export async function callUntil(end: number, call: () => Promise<void>): Promise<void> {
  while (monotonicNow() < end) await call();
}

/** Resolves at an instant on the clock that all processes share. */
export async function reached(instant: number): Promise<void> {
  await sleep(Math.max(instant - monotonicNow(), 0));
}
