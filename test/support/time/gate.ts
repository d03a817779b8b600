/** A promise that a test resolves. */
export interface Gate<T> {
  readonly promise: Promise<T>;
  open(value: T): void;
}

export function gate<T>(): Gate<T> {
  let open: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open: (value) => open(value) };
}
