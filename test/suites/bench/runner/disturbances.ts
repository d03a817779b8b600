import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicNow } from '../service/clock.js';
import type { Disturbance } from './work.js';

/** Disturbs this process as planned, and returns when each disturbance ended. */
export function disturb(disturbances: readonly Disturbance[]): Promise<number[]> {
  return Promise.all(
    disturbances.map(async (disturbance) => {
      await sleep(disturbance.after);
      if (disturbance.kind === 'stall') stall(disturbance.lasting);
      else setWallClockBack(-disturbance.by);
      return monotonicNow();
    }),
  );
}

/** Blocks the event loop, and leaves the processor to the service. */
function stall(lasting: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lasting);
}

/** Changes the clock of this process from now on. */
function setWallClockBack(by: number): void {
  const Real = globalThis.Date;
  const now = () => Real.now() - by;
  globalThis.Date = new Proxy(Real, {
    get: (target, property) => (property === 'now' ? now : Reflect.get(target, property)),
    construct: (target, parts) => Reflect.construct(target, parts.length === 0 ? [now()] : parts),
  });
}
