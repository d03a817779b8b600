import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OutletError } from '../../errors/outlet-error.js';
import { unlessHeld } from '../../held-file.js';
import { isRecord, parseJson } from '../../json.js';
import type { OutboxRef } from '../outbox/entry.js';
import type { OutboxRow, OutboxStore } from '../outbox/outbox-store.js';
import { keyOf } from '../outbox/references.js';
import { dueRows, listedRows, rowOfOrder } from '../outbox/rows.js';
import { folderPath, syncFolder, writeDurably } from './durable-file.js';
import { takeLock } from './lock-file.js';

/** How long a lock lasts if its process is suspended, or died on another machine. It is renewed while the process runs. Milliseconds. */
const lockDuration = 10_000;

/** A store in a folder, which one process at a time can use. */
export interface FileOutboxStore extends OutboxStore {
  /** Leaves the folder to another process. Call it after `close` of the outbox. */
  close(): Promise<void>;
  /** Calls `close` at the end of a block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A row without its content, which stays in the file. */
type IndexedRow = Omit<OutboxRow, 'entry'>;

/**
 * Creates a store that keeps each entry of an outbox in a JSON file, for one process. A crash leaves the old or the new entry, never a
 * partial one, and no promise resolves before the entry is on the disk. If a process has died on this machine, the next one takes over the
 * folder at once, and otherwise after 11 seconds. Until then, and in a second process, all methods reject.
 *
 * Only the user of the process can read the files, which contain personal data. They are never deleted, because a number is used once. All
 * references are in memory, so use a database for more than some 100,000 orders.
 * @param folder - a local folder for this store alone, which is created if it does not exist
 * @throws {@link RequestValidationError} if `folder` is not a path or a `file:` URL
 * @example
 * ```ts
 * import { createFileOutboxStore } from 'outlet-open-api/sync/node';
 *
 * const outbox = createOutbox({ store: createFileOutboxStore('./outbox'), outlets });
 * ```
 */
export function createFileOutboxStore(folder: string | URL): FileOutboxStore {
  const path = folderPath('The outbox store was not created', folder);
  let opened: Promise<OpenFolder> | undefined;

  /** Opens the folder for the first call, and again after a failure. */
  async function open(): Promise<OpenFolder> {
    opened ??= OpenFolder.open(path);
    const opening = opened;
    try {
      const folder = await opening;
      folder.assertHeld();
      return folder;
    } catch (error) {
      if (opened === opening) opened = undefined;
      throw error;
    }
  }

  async function close(): Promise<void> {
    const folder = await opened?.catch(() => undefined);
    opened = undefined;
    folder?.close();
  }

  return {
    now: () => new Date(),
    insert: async (row) => (await open()).write(row, undefined),
    replace: async (row, version) => (await open()).write(row, version),
    get: async (ref) => (await open()).read(ref),
    due: async (request) => dueRows((await open()).rows.values(), new Date(), request),
    list: async (request) => listedRows((await open()).rows.values(), request),
    find: async (keyRef, orderId) => rowOfOrder((await open()).rows.values(), keyRef, orderId),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Lock = NonNullable<ReturnType<typeof takeLock>>;

/** A folder while this process has its lock. */
class OpenFolder {
  /** By reference. A row is only here when it is on the disk. */
  readonly rows = new Map<string, IndexedRow>();
  readonly #path: string;
  readonly #lock: Lock;
  readonly #renewal: ReturnType<typeof setInterval>;
  /** The last read or write of each reference, so that they run one after another. */
  readonly #last = new Map<string, Promise<unknown>>();

  private constructor(path: string, lock: Lock) {
    this.#path = path;
    this.#lock = lock;
    this.#renewal = setInterval(() => lock.renew(lockDuration), lockDuration / 3);
    this.#renewal.unref();
  }

  static async open(path: string): Promise<OpenFolder> {
    await mkdir(path, { recursive: true });
    const lock = await unlessHeld(() => takeLock(join(path, 'outbox.lock'), lockDuration, () => {}));
    if (!lock)
      throw new OutletError(
        `The outbox in ${path} is in use, or was not closed with close() of its store in the last 11 seconds. ${oneProcess}`,
      );
    const folder = new OpenFolder(path, lock);
    try {
      await folder.#load();
    } catch (error) {
      folder.close();
      throw error;
    }
    return folder;
  }

  assertHeld(): void {
    if (!this.#lock.isHeld()) {
      this.close();
      throw new OutletError(`Another process has taken over the outbox in ${this.#path}. ${oneProcess}`);
    }
  }

  close(): void {
    clearInterval(this.#renewal);
    this.#lock.release();
  }

  read(ref: OutboxRef): Promise<OutboxRow | undefined> {
    return this.#inSequence(ref, async () => {
      if (!this.rows.has(keyOf(ref))) return undefined;
      return rowIn(await readFile(this.#fileOf(ref), 'utf8'), this.#fileOf(ref));
    });
  }

  /** Writes a row, unless another version is stored. @param version - `undefined` for a new row */
  write(row: OutboxRow, version: number | undefined): Promise<boolean> {
    return this.#inSequence(row, async () => {
      if (this.rows.get(keyOf(row))?.version !== version) return false;
      const file = this.#fileOf(row);
      const part = `${file}.${this.#lock.token}`;
      try {
        await writeDurably(part, `${JSON.stringify(row)}\n`);
        await unlessHeld(() => {
          this.assertHeld();
          renameSync(part, file);
        });
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      await syncFolder(this.#path);
      this.#index(row);
      return true;
    });
  }

  async #load(): Promise<void> {
    for (const name of await readdir(this.#path)) {
      const file = join(this.#path, name);
      if (name.endsWith('.json')) this.#index(rowIn(await readFile(file, 'utf8'), file));
      // A process was killed while it wrote the file, or a suspended one will not be able to rename it.
      else if (/\.json\.[-\da-f]{36}$/.test(name)) await rm(file, { force: true });
    }
  }

  #index({ entry: _, ...row }: OutboxRow): void {
    this.rows.set(keyOf(row), row);
  }

  #fileOf(ref: OutboxRef): string {
    // A hash, because file systems can be case-insensitive and limit the length of names.
    return join(this.#path, `${createHash('sha256').update(keyOf(ref)).digest('hex')}.json`);
  }

  async #inSequence<T>(ref: OutboxRef, work: () => Promise<T>): Promise<T> {
    const key = keyOf(ref);
    const running = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    this.#last.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#last.get(key) === running) this.#last.delete(key);
    }
  }
}

const oneProcess = 'A folder is for one process at a time. For several, use a database.';

/** A row as JSON. */
type SavedRow = Omit<OutboxRow, 'dueAt'> & { readonly dueAt: string | null };

function isSavedRow(saved: unknown): saved is SavedRow {
  return isRecord(saved) && typeof saved.entry === 'string' && typeof saved.version === 'number';
}

function rowIn(text: string, file: string): OutboxRow {
  const saved = parseJson(text);
  if (!isSavedRow(saved)) throw new OutletError(`${file} is damaged. ${restore}`);
  return { ...saved, dueAt: saved.dueAt === null ? null : new Date(saved.dueAt) };
}

const restore = 'Restore it, or move it to another folder and look for its order in the POS.';
