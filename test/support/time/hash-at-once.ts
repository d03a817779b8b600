import { createHash } from 'node:crypto';
import { vi } from 'vitest';

/**
 * The platform hashes in a separate thread, which fake timers do not wait for. On a busy machine, a hash of microseconds can take
 * seconds of fake time. From here to the end of the test, hashes are available at once.
 */
export function hashAtOnce(): void {
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (algorithm, data) => {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return Uint8Array.from(createHash(String(algorithm)).update(bytes).digest()).buffer;
  });
}
