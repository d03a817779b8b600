import { setPriority } from 'node:os';

/**
 * Raises the priority of this process if the system allows it. Otherwise, delays that other processes cause would be attributed
 * to the client.
 */
export function goFirst(): void {
  try {
    setPriority(-10);
  } catch {}
}
