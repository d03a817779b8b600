import { createHash } from 'node:crypto';
import { vi } from 'vitest';

/**
 * The platform hashes in a thread of its own, which faked time does not wait for: on a busy machine a hash of microseconds takes
 * seconds of it. From here to the end of the test, hashes are there at once.
 */
export function hashAtOnce(): void {
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (algorithm, data) => {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return Uint8Array.from(createHash(String(algorithm)).update(bytes).digest()).buffer;
  });
}
