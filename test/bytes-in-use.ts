import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes in use, those of typed arrays included, once all garbage is gone. */
export function bytesInUse(): number {
  // What one collection frees of typed arrays is counted by the next.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
