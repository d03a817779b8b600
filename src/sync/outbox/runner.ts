import { sleep } from '../../cancellation.js';
import type { OutboxEntry, OutboxRef } from './entry.js';
import { OutboxError } from './outbox-error.js';
import type { OutboxStore } from './outbox-store.js';
import { keyOf } from './references.js';

/** The number of entries that a process works on at the same time, and of those of one API key. */
const concurrency = 20;
const concurrencyPerKey = 4;

/** What a runner needs. */
interface RunnerParts {
  readonly store: OutboxStore;
  readonly get: (ref: OutboxRef) => Promise<OutboxEntry | undefined>;
  readonly process: (ref: OutboxRef) => Promise<OutboxEntry>;
  readonly interval: number;
  readonly report: (error: unknown, entry?: OutboxEntry) => void;
}

/** Works on due entries. An API key whose outlet hangs leaves room for the others. */
export function createRunner({ store, get, process, interval, report }: RunnerParts) {
  const active = new Map<string, OutboxRef & { readonly ended: Promise<void> }>();
  const closed = new AbortController();
  /** Aborts to end the pause between two rounds. */
  let pause = new AbortController();
  let isStoreFailing = false;

  const wake = () => pause.abort();

  async function run(signal: AbortSignal = closed.signal): Promise<void> {
    if (closed.signal.aborted) throw new OutboxError('closed');
    const isOver = () => signal.aborted || closed.signal.aborted;
    signal.addEventListener('abort', wake);
    while (!isOver()) {
      pause = new AbortController();
      await startDue();
      if (!isOver()) await sleep(interval, pause.signal).catch(() => {});
    }
    signal.removeEventListener('abort', wake);
    await idle();
  }

  async function startDue(): Promise<void> {
    try {
      const due = await store.due({ limit: concurrency, exceptKeys: busyKeys() });
      isStoreFailing = false;
      for (const ref of due) {
        if (active.size >= concurrency) return;
        if (!active.has(keyOf(ref)) && !busyKeys().includes(ref.keyRef)) start(ref);
      }
    } catch (error) {
      // The first failure of an outage is enough.
      if (!isStoreFailing) report(error);
      isStoreFailing = true;
    }
  }

  function busyKeys(): string[] {
    const counts = new Map<string, number>();
    for (const { keyRef } of active.values()) counts.set(keyRef, (counts.get(keyRef) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= concurrencyPerKey).map(([keyRef]) => keyRef);
  }

  function start(ref: OutboxRef): void {
    // Others may wait for this one to end. A failure may be one of the store, so it waits for the next round.
    const ended = process(ref)
      .finally(() => active.delete(keyOf(ref)))
      .then(wake, async (error: unknown) => report(error, await get(ref).catch(() => undefined)));
    active.set(keyOf(ref), { ...ref, ended });
  }

  async function idle(): Promise<void> {
    while (active.size > 0) await Promise.all(Array.from(active.values(), ({ ended }) => ended));
  }

  async function close(): Promise<void> {
    closed.abort();
    wake();
    await idle();
  }

  return { run, wake, close };
}
