import { FakeError, type Outlet, UnknownIdError } from '../../fake/index.js';
import type { EmulatorState } from './emulator-state.js';

interface Wait<T> {
  readonly outlet: Outlet;
  /** Returns what to wait for; `undefined` if it has not happened yet. */
  find(): T | undefined;
  /** Says what has happened instead, in whole sentences. */
  problem(): string;
  readonly timeout: number;
  /** Aborts if the client disconnects. */
  readonly signal: AbortSignal;
}

/** Calls `find` after each change until it returns something. @throws FakeError after `timeout` milliseconds, or if the outlet is removed */
export function waitFor<T>(
  { onChange, outlets }: Pick<EmulatorState, 'onChange' | 'outlets'>,
  { outlet, find, problem, timeout, signal }: Wait<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (!outlets.some((each) => each.outlet === outlet)) {
        end();
        return reject(new UnknownIdError(`The outlet ${outlet.outletId} was removed.`));
      }
      const found = find();
      if (found === undefined) return;
      end();
      resolve(found);
    };
    const fail = () => {
      end();
      reject(new FakeError(`${problem()} The time limit was ${timeout} ms.`));
    };
    const end = () => {
      stopListening();
      clearTimeout(timer);
      signal.removeEventListener('abort', fail);
    };
    const stopListening = onChange(check);
    const timer = setTimeout(fail, timeout);
    signal.addEventListener('abort', fail);
    if (signal.aborted) fail();
    else check();
  });
}
