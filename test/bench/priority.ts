import { setPriority } from 'node:os';

/**
 * Lets this process go before others of this machine, where it may: what is late because something else keeps the processors
 * busy would be put down to the client. Which user may do that is a matter of the system.
 */
export function goFirst(): void {
  try {
    setPriority(-10);
  } catch {}
}
