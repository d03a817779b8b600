import type { ComponentChildren } from 'preact';
import type { Data } from '../use-data.js';

interface LoadedProps<T> {
  from: Data<T>;
  children(data: T): ComponentChildren;
}

/** Shows data of `useData` when it has loaded, and the message of an error above it. */
export function Loaded<T>({ from: { data, error }, children }: LoadedProps<T>) {
  return (
    <>
      {error !== undefined && (
        <p class="notice bad" role="alert">
          {error}
        </p>
      )}
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && <p class="loading">Loading…</p>}
    </>
  );
}
