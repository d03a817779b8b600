import { reasonOf } from './load-state-file.js';
import { replaceFile } from './replace-file.js';
import type { FakeSnapshot } from './snapshot.js';
import { stateFormat } from './state-schema.js';

/** Saves the state of the emulator in a file. A crash leaves the old or the new state, never a part. */
export interface StateSaver {
  /** Saves within about a second. */
  saveSoon(): void;
  /** Saves a last time. Further calls return the same promise. @throws Error if this save fails */
  close(): Promise<void>;
}

/** The minimum time between two saves, in milliseconds. */
const interval = 1_000;
/** Saving a large state takes long, so it may use this share of the time. */
const maxShare = 0.1;

/**
 * Creates a saver.
 * @param onError - is called for the first of several saves that fail, except the last save
 */
export function createStateSaver(
  path: string,
  takeSnapshot: () => FakeSnapshot,
  onError: (error: Error) => void,
): StateSaver {
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> | undefined;
  let closing: Promise<void> | undefined;
  let isChanged = false;
  let hasFailed = false;

  async function save(): Promise<void> {
    isChanged = false;
    try {
      await replaceFile(path, `${JSON.stringify({ format: stateFormat, ...takeSnapshot() })}\n`);
    } catch (error) {
      throw new Error(messageOf(path, error), { cause: error });
    }
  }

  async function saveThenWait(): Promise<void> {
    const start = performance.now();
    try {
      await save();
      hasFailed = false;
    } catch (error) {
      isChanged = true;
      if (!hasFailed && error instanceof Error) onError(error);
      hasFailed = true;
    }
    saving = undefined;
    timer = undefined;
    if (isChanged) wait((performance.now() - start) / maxShare);
  }

  function wait(delay: number): void {
    if (closing || timer) return;
    timer = setTimeout(
      () => {
        saving = saveThenWait();
      },
      Math.max(delay, interval),
    );
    timer.unref();
  }

  async function finish(): Promise<void> {
    clearTimeout(timer);
    await saving;
    await save();
  }

  return {
    saveSoon() {
      isChanged = true;
      wait(interval);
    },
    close() {
      closing ??= finish();
      return closing;
    },
  };
}

function messageOf(path: string, error: unknown): string {
  return `The state was not saved in ${path}: ${reasonOf(error)}. Check its folder, permissions and free space.`;
}
