/** What `setTimeout` can hold; a longer wait would end at once. */
export const longestTimer = 2 ** 31 - 1;

/** Waits, or rejects with the signal's reason as soon as it aborts. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const wake = () => {
      signal.removeEventListener('abort', abandon);
      resolve();
    };
    const abandon = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(wake, Math.min(milliseconds, longestTimer));
    signal.addEventListener('abort', abandon, { once: true });
  });
}

/** Calls back after a time, never after one that no timer can hold (24.8 days, `Infinity`). Gives what cancels it. */
export function after(milliseconds: number, callback: () => void): () => void {
  if (milliseconds > longestTimer) return () => {};
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

/** The promise's outcome, or the signal's reason as soon as it aborts, whichever comes first. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason);
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon));
  });
}
