import { isRecord } from '../../json.js';
import { VERSION } from '../../version.js';
import type { EmulatorState } from '../control/emulator-state.js';

const program = 'outlet-open-api emulator';

/** Milliseconds to wait for the health of another program. */
const timeout = 5_000;

/** The response to `GET /healthz`. */
export interface Health {
  readonly status: 'ok';
  /** Distinguishes the emulator from other programs that have this URL. */
  readonly program: typeof program;
  /** The version of the SDK. */
  readonly version: string;
  /** How far the clock has been moved ahead, in milliseconds. */
  readonly clockAheadBy: number;
  readonly isClockHeld: boolean;
}

export function healthOf({ clock }: EmulatorState): Health {
  return { status: 'ok', program, version: VERSION, clockAheadBy: clock.aheadBy, isClockHeld: clock.isHeld };
}

/** Reads the health of an emulator. Returns `undefined` if the URL is not that of an emulator. */
export async function readHealth(url: string): Promise<Health | undefined> {
  const aborter = new AbortController();
  // This timer keeps the process running. With that of `AbortSignal.timeout`, a command can end before it has printed its error.
  const timer = setTimeout(() => aborter.abort(), timeout);
  try {
    const { signal } = aborter;
    const response = await fetch(new URL('/healthz', url).href, { redirect: 'manual', signal });
    const health: unknown = await response.json();
    return isHealth(health) ? health : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function isHealth(value: unknown): value is Health {
  return isRecord(value) && value.program === program && typeof value.clockAheadBy === 'number';
}
