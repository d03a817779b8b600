import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
export const collectGarbage: () => void = runInNewContext('gc');

/** Bytes in use, those of typed arrays included, once all garbage is gone. */
export function bytesInUse(): number {
  // What one collection frees of typed arrays is counted by the next.
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
