/** The maximum delay of `setTimeout`, in milliseconds. A longer timer would fire at once. */
export const maxTimerDelay = 2 ** 31 - 1;

/** Waits, or rejects with the signal's reason when it aborts. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(milliseconds, maxTimerDelay));
  });
  return untilAborted(elapsed, signal).finally(() => clearTimeout(timer));
}

const doNothing = () => {};

/** Calls back after a delay, or never if it is longer than 24.8 days. Returns a function that cancels this. */
export function startTimer(milliseconds: number, callback: () => void): () => void {
  if (milliseconds > maxTimerDelay) return doNothing;
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

/** Settles like the promise, or rejects with the signal's reason when it aborts, whichever comes first. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason);
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon));
  });
}
