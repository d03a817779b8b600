import {
  CallAbortedError,
  type CallOptions,
  ConnectionError,
  InternalServerError,
  type OutletClient,
  TimeoutError,
} from 'outlet-open-api';

/** A way to end a call: its options, an action when the call has reached its place, and the expected error. */
export interface Ending {
  /** Milliseconds after which the call ends by itself. 0 if `end` ends it. */
  readonly after: number;
  prepare(): { readonly options: CallOptions; readonly end?: (outlet: OutletClient) => void };
  isRight(error: unknown): boolean;
}

const after = 60;

export const endings = {
  'an abort': {
    after: 0,
    prepare() {
      const controller = new AbortController();
      return { options: { signal: controller.signal }, end: () => controller.abort('enough') };
    },
    // Lists and `waitFor` reject with the reason itself.
    isRight: (error: unknown) => (error instanceof CallAbortedError ? error.cause : error) === 'enough',
  },
  'a closed client': {
    after: 0,
    prepare: () => ({ options: {}, end: (outlet) => outlet.close() }),
    isRight: (error: unknown) => error instanceof ConnectionError,
  },
  'a deadline': {
    after,
    prepare: () => ({ options: { deadline: after } }),
    // The status also counts if it arrives just after the deadline, before the timer of the deadline.
    isRight: (error: unknown) => error instanceof TimeoutError || error instanceof InternalServerError,
  },
  'a timeout': {
    after,
    prepare: () => ({ options: { timeout: after, maxRetries: 0 } }),
    // The status of an error counts, even if its body never ends.
    isRight: (error: unknown) => error instanceof TimeoutError || error instanceof InternalServerError,
  },
} satisfies Record<string, Ending>;

export type EndingName = keyof typeof endings;
