import { createOutletPool, type OutletClientOptions } from 'outlet-open-api';
import { createOutbox, type Outbox, type OutboxOptions, type OutboxStore } from 'outlet-open-api/sync';
import { createWebhookHandler, type WebhookHandler } from 'outlet-open-api/webhooks';

/** What can happen at each await of a process. */
export interface Chances {
  /** The share of awaits at which the process is killed. */
  readonly kill: number;
  /** The share of calls of the store that fail, before or after they had an effect. */
  readonly lostResponse: number;
  /** The share of calls of `onChange` that take up to two minutes. */
  readonly slowCallback: number;
  /** The share of calls of `onChange` that fail. */
  readonly failedCallback: number;
}

/** A backend that can be killed or suspended at each await. After a kill, nothing that it began continues. */
export interface Process {
  readonly outbox: Outbox;
  readonly handle: WebhookHandler;
  readonly isAlive: boolean;
  /** Calls `run` of the outbox, which ends when the process dies. */
  run(): Promise<void>;
  /** Whether the process was suspended within the last minute. */
  readonly wasSuspended: boolean;
  kill(): void;
  /** Suspends the process, like SIGSTOP. */
  suspend(milliseconds: number): void;
}

interface ProcessParts {
  readonly store: OutboxStore;
  readonly options: Partial<OutboxOptions>;
  readonly load: (keyRef: string) => OutletClientOptions & { readonly fetch: typeof fetch };
  readonly chances: () => Chances;
  readonly random: () => number;
}

const never = () => new Promise<never>(() => {});

export function startProcess({ store, options, load, chances, random }: ProcessParts): Process {
  // Ends the loop of a dead process, whose calls reject after their time limit.
  const death = new AbortController();
  let suspendedUntil = 0;

  /** A point at which the process can end. */
  async function point(): Promise<void> {
    if (random() < chances().kill) death.abort();
    while (!death.signal.aborted && suspendedUntil > Date.now())
      await new Promise((resolve) => setTimeout(resolve, suspendedUntil - Date.now()));
    if (death.signal.aborted) await never();
  }

  async function viaStore<T>(call: () => T | Promise<T>): Promise<T> {
    await point();
    // A slow store lets two processes meet.
    if (random() < 0.05) await new Promise((resolve) => setTimeout(resolve, Math.ceil(random() * 100)));
    if (random() < chances().lostResponse)
      throw new Error('The connection to the database broke before the call');
    const result = await call();
    await point();
    if (random() < chances().lostResponse)
      throw new Error('The connection to the database broke after the call');
    return result;
  }

  const outlets = createOutletPool({
    load(keyRef) {
      const loaded = load(keyRef);
      return {
        ...loaded,
        maxRetries: random() < 0.5 ? 0 : 2,
        logLevel: 'off',
        nextField: 'next',
        async fetch(input, init) {
          await point();
          // A request that was sent arrives, even if its sender no longer waits.
          const response = await loaded.fetch(input, { ...init, signal: null });
          await point();
          return response;
        },
      };
    },
  });

  const { onChange } = options;
  const outbox = createOutbox({
    onError: () => {},
    ...options,
    store: {
      now: () => viaStore(() => store.now()),
      insert: (row) => viaStore(() => store.insert(row)),
      get: (ref) => viaStore(() => store.get(ref)),
      replace: (row, version) => viaStore(() => store.replace(row, version)),
      due: (request) => viaStore(() => store.due(request)),
      list: (request) => viaStore(() => store.list(request)),
      find: (keyRef, orderId) => viaStore(() => store.find(keyRef, orderId)),
    },
    outlets,
    async onChange(entry) {
      await point();
      // The entry can change meanwhile.
      if (random() < chances().slowCallback)
        await new Promise((resolve) => setTimeout(resolve, random() * 120_000));
      if (random() < chances().failedCallback) throw new Error('The guest cannot be reached');
      await onChange?.(entry);
      await point();
    },
  });
  const handle = createWebhookHandler({
    verify: 'none',
    logger: { warn: () => {}, error: () => {} },
    resolve: outlets.resolve(({ url }) => (url.endsWith('/tables') ? 'tables' : 'bistro')),
    consumers: [outbox],
  });

  return {
    outbox,
    handle: async (request, info) => {
      await point();
      const response = await handle(request, info);
      await point();
      return response;
    },
    run: () => outbox.run({ signal: death.signal }),
    get isAlive() {
      return !death.signal.aborted;
    },
    get wasSuspended() {
      return suspendedUntil > Date.now() - 60_000;
    },
    kill() {
      death.abort();
    },
    suspend(milliseconds) {
      suspendedUntil = Date.now() + milliseconds;
    },
  };
}
