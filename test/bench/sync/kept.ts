import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckpointStore, SyncRun } from 'outlet-open-api/sync';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import type { Saving } from './work.js';

const nothing: Saving = { seconds: 0, saves: 0, bytes: 0, largest: 0, compared: { ours: 0, plain: 0 } };
/** One of this many saves. */
const comparedEvery = 4;

/** A file store in a temporary folder, and the time that its saves took. */
export class Kept {
  readonly store: CheckpointStore;
  readonly #folder: string;
  #saving: Saving = nothing;

  private constructor(folder: string) {
    const files = createFileCheckpointStore(folder);
    this.#folder = folder;
    this.store = {
      ...files,
      acquire: async (name, duration) => {
        const run = await files.acquire(name, duration);
        const save: SyncRun['save'] = async (checkpoint) => {
          const seconds = await secondsOf(async () => run?.save(checkpoint));
          const content = await readFile(join(folder, `${name}.json`));
          this.#note(seconds, content.byteLength);
          if (this.#saving.saves % comparedEvery === 0) await this.#compare(seconds, content);
        };
        return run && { ...run, save };
      },
    };
  }

  static async open(): Promise<Kept> {
    return new Kept(await mkdtemp(join(tmpdir(), 'bench-sync-')));
  }

  /** What was written since the last call. */
  take(): Saving {
    const saving = this.#saving;
    this.#saving = nothing;
    return saving;
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true });
  }

  async #compare(seconds: number, content: Uint8Array): Promise<void> {
    const plainly = await secondsOf(() => writePlainly(join(this.#folder, 'plain'), content));
    const { ours, plain } = this.#saving.compared;
    this.#saving = { ...this.#saving, compared: { ours: ours + seconds, plain: plain + plainly } };
  }

  #note(more: number, size: number): void {
    const { seconds, saves, bytes, largest } = this.#saving;
    this.#saving = {
      ...this.#saving,
      seconds: seconds + more,
      saves: saves + 1,
      bytes: bytes + size,
      largest: Math.max(largest, size),
    };
  }
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1_000;
}

async function writePlainly(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  await file.writeFile(content);
  await file.sync();
  await file.close();
}
