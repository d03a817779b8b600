import { useEffect, useRef, useState } from 'preact/hooks';

/** Values with the edits of the reader. */
export interface Edits<T> {
  readonly edited: T;
  edit(changes: Partial<T>): void;
  /** Drops the edits when the saved values arrive. */
  saved(): void;
}

/** Keeps the edits of a form while the other values can change. `values` must be a new object when newer values arrive. */
export function useEdits<T extends object>(values: T): Edits<T> {
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
    saved() {
      isSaved.current = true;
    },
  };
}
