import { effect, useSignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { Result, Topic } from '../src/emulator/contract/index.js';
import { ConnectionError, type Input, messageOf, type ReadRoute, read } from './control-client.js';
import { versionOf } from './live.js';

/** The time between two reads of the same data. */
const minInterval = 500;

/** What a view reads. `data` keeps its last value while newer data loads, and while the emulator does not respond. */
export interface Data<T> {
  readonly data: T | undefined;
  readonly error: string | undefined;
  reload(): void;
}

/** Reads a route of the control API, and reads it again when one of the topics changes, at most twice a second. Without topics it reads once. */
export function useData<R extends ReadRoute>(
  route: R,
  input: Input<R>,
  topics: readonly Topic[],
): Data<Result<R>> {
  const state = useSignal<{ subject: string; request?: string; data?: Result<R>; error?: string }>({
    subject: '',
  });
  const refreshNow = useRef(() => {});
  const reload = useCallback(() => refreshNow.current(), []);

  const { id, query } = input;
  // Data of another entity is cleared. Data of another query stays until the new data arrives, so that lists do not flicker.
  const subject = JSON.stringify([route, id]);
  const request = JSON.stringify([subject, query]);

  // `request` contains all inputs besides the topics.
  useEffect(() => {
    let ended = false;
    let reading = false;
    let changed = false;

    async function refresh(): Promise<void> {
      changed = true;
      if (reading) return;
      reading = true;
      while (changed && !ended) {
        changed = false;
        try {
          const data = await read(route, input);
          if (!ended) state.value = { subject, request, data };
        } catch (error) {
          const last = state.peek();
          const isKept = error instanceof ConnectionError && last.subject === subject;
          if (!ended) state.value = { ...(isKept && last), subject, error: messageOf(error) };
        }
        await new Promise((resolve) => setTimeout(resolve, minInterval));
      }
      reading = false;
    }

    refreshNow.current = () => void refresh();
    const unsubscribe = effect(() => {
      for (const topic of topics) versionOf(topic);
      if (topics.length > 0 || state.peek().request !== request) void refresh();
    });
    return () => {
      ended = true;
      unsubscribe();
    };
  }, [request, topics.join()]);

  const { value } = state;
  const isCurrent = value.subject === subject;
  return {
    data: isCurrent ? value.data : undefined,
    error: isCurrent ? value.error : undefined,
    reload,
  };
}
