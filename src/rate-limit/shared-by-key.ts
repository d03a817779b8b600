/** What a process keeps for each API key, for all clients and all copies of this package in it. */
interface Registry<Value extends object> {
  /** Every value in use. Weak references, so that a value is collected with the last client that uses it. */
  readonly all: Map<string, WeakRef<Value>>;
  /** The values of the latest keys. Strong references, so that a program that creates a client per request keeps them. */
  readonly latest: Map<string, Value>;
}

const maxLatest = 100;

/**
 * Returns what all clients of an API key share. Creates it if necessary.
 * @param name - of the kind of values, with a version of their class
 */
export function sharedByKey<Value extends object>(name: string, key: string, create: () => Value): Value {
  const { all, latest } = registry<Value>(name);
  let value = all.get(key)?.deref();
  if (!value) {
    value = create();
    all.set(key, new WeakRef(value));
    collected.register(value, { all, key });
  }
  latest.delete(key);
  latest.set(key, value);
  const [oldest] = latest.keys();
  if (latest.size > maxLatest && oldest !== undefined) latest.delete(oldest);
  return value;
}

const collected = new FinalizationRegistry(
  ({ all, key }: { all: Map<string, WeakRef<object>>; key: string }) => {
    if (!all.get(key)?.deref()) all.delete(key);
  },
);

function registry<Value extends object>(name: string): Registry<Value> {
  const symbol = Symbol.for(`outlet-open-api/${name}`);
  const known: Registry<Value> | undefined = Reflect.get(globalThis, symbol);
  if (known) return known;
  const created: Registry<Value> = { all: new Map(), latest: new Map() };
  Reflect.set(globalThis, symbol, created);
  return created;
}
