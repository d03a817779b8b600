import { sleep } from '../../cancellation.js';
import type { OutboxEntry, OutboxRef } from './entry.js';
import { OutboxError } from './outbox-error.js';
import type { OutboxStore } from './outbox-store.js';
import { keyOf } from './references.js';

/** The number of entries that a process sends, reads or changes at the same time, and of those of one API key. */
const concurrency = 20;
const concurrencyPerKey = 4;

/** The same with those whose `onChange` runs, which leave their place to others because it is not about the outlet. */
const maxActive = 100;

/** What a runner needs. */
interface RunnerParts {
  readonly store: OutboxStore;
  readonly get: (ref: OutboxRef) => Promise<OutboxEntry | undefined>;
  /** Does what is due. Calls back before it calls `onChange`. */
  readonly process: (ref: OutboxRef, beforeChange: () => void) => Promise<OutboxEntry>;
  readonly interval: number;
  readonly report: (error: unknown, entry?: OutboxEntry) => void;
}

interface Active extends OutboxRef {
  isWorking: boolean;
  ended: Promise<void>;
}

/** Works on due entries. An API key whose outlet hangs leaves room for the others. */
export function createRunner({ store, get, process, interval, report }: RunnerParts) {
  const active = new Map<string, Active>();
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
      // Those whose `onChange` runs are still due.
      const due = await store.due({ limit: concurrency + active.size, exceptKeys: busyKeys() });
      isStoreFailing = false;
      for (const ref of due) {
        if (working().length >= concurrency || active.size >= maxActive) return;
        if (!active.has(keyOf(ref)) && !busyKeys().includes(ref.keyRef)) start(ref);
      }
    } catch (error) {
      // The first failure of an outage is enough.
      if (!isStoreFailing) report(error);
      isStoreFailing = true;
    }
  }

  function working(): Active[] {
    return [...active.values()].filter(({ isWorking }) => isWorking);
  }

  function busyKeys(): string[] {
    const counts = new Map<string, number>();
    for (const { keyRef } of working()) counts.set(keyRef, (counts.get(keyRef) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= concurrencyPerKey).map(([keyRef]) => keyRef);
  }

  function start(ref: OutboxRef): void {
    const entry: Active = { ...ref, isWorking: true, ended: Promise.resolve() };
    active.set(keyOf(ref), entry);
    const beforeChange = () => {
      entry.isWorking = false;
      wake();
    };
    // Others may wait for this one to end. A failure may be one of the store, so it waits for the next round.
    entry.ended = process(ref, beforeChange)
      .finally(() => active.delete(keyOf(ref)))
      .then(wake, async (error: unknown) => report(error, await get(ref).catch(() => undefined)));
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
