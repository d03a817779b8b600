import type { ComponentChildren } from 'preact';
import { connection } from '../live.js';
import type { Data } from '../use-data.js';

interface LoadedProps<T> {
  from: Data<T>;
  children(data: T): ComponentChildren;
}

/** Shows data of `useData` when it has loaded, and the message of an error above it. */
export function Loaded<T>({ from: { data, error }, children }: LoadedProps<T>) {
  // The page already says that the connection is lost.
  const isKnown = connection.value === 'lost' && data !== undefined;
  return (
    <>
      {error !== undefined && !isKnown && (
        <p class="notice bad" role="alert">
          {error}
        </p>
      )}
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && <p class="loading">Loading…</p>}
    </>
  );
}
