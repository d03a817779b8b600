import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Task } from './output-lines.js';

/** What one call of a callback delivered. */
export interface Entry {
  readonly process: number;
  readonly records: readonly Delivered[];
}

/** An order or a goods receipt. */
export interface Delivered {
  readonly id: string;
  readonly status?: string | null | undefined;
  readonly total?: number | null | undefined;
}

/** Replaces the database of a user: a file to which all processes append a line for each delivery. */
export class Journal {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(folder: string, task: Task): Promise<Journal> {
    return new Journal(await open(pathOf(folder, task), 'a'));
  }

  /** Resolves when it is on the disk. */
  async write(records: readonly Delivered[]): Promise<void> {
    const entry: Entry = { process: process.pid, records };
    // After the line of a killed process, which can have no end.
    await this.#file.appendFile(`\n${JSON.stringify(entry)}`);
    await this.#file.datasync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

export async function readJournal(folder: string, task: Task): Promise<Entry[]> {
  const text = await readFile(pathOf(folder, task), 'utf8').catch(() => '');
  // A kill can cut off the last line of a process. It then counts as not written.
  return text.split('\n').flatMap(entriesIn);
}

function entriesIn(line: string): Entry[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

function pathOf(folder: string, task: Task): string {
  return join(folder, `${task}.jsonl`);
}
