import { useEffect, useRef, useState } from 'preact/hooks';
import { useAction } from './use-action.js';

/** Values with the edits of the reader. */
export interface Edits<T> {
  readonly edited: T;
  edit(changes: Partial<T>): void;
  /** Runs an action that saves the edits, and drops them when the saved values arrive. */
  save(action: () => Promise<unknown>, done: string): Promise<void>;
  readonly busy: boolean;
}

/** Keeps the edits of a form while the other values can change. `values` must be a new object when newer values arrive. */
export function useEdits<T extends object>(values: T, reload: () => void): Edits<T> {
  const { run, busy } = useAction();
  const [edits, setEdits] = useState<Partial<T>>({});
  const isSaved = useRef(false);
  useEffect(() => {
    if (isSaved.current) setEdits({});
    isSaved.current = false;
  }, [values]);
  return {
    edited: { ...values, ...edits },
    edit(changes) {
      isSaved.current = false;
      setEdits({ ...edits, ...changes });
    },
    async save(action, done) {
      if (!(await run(action, done))) return;
      isSaved.current = true;
      reload();
    },
    busy,
  };
}
