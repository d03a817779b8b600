import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { WrittenRecord } from './subjects.js';

/** How much of a part file is covered by its checkpoint. */
export interface Written {
  readonly bytes: number;
  readonly records: number;
}

/**
 * An export that is not complete yet. It grows next to its destination and continues where its checkpoint ends. A second file has
 * the key of each record, one per line, so that a record that the service returns again is not written again. All keys are needed:
 * when the service rejects a cursor, its whole window is listed again.
 */
export class PartFile {
  readonly #out: string;
  readonly #data: FileHandle;
  readonly #keys: FileHandle;
  readonly #written: Set<string>;
  #bytes: number;
  #keyBytes: number;

  private constructor(
    out: string,
    data: FileHandle,
    keys: FileHandle,
    lines: readonly string[],
    bytes: number,
  ) {
    this.#out = out;
    this.#data = data;
    this.#keys = keys;
    this.#written = new Set(lines);
    this.#bytes = bytes;
    this.#keyBytes = Buffer.byteLength(textOf(lines));
  }

  /**
   * Opens the part of a file, and cuts off what its checkpoint does not cover.
   *
   * @throws RangeError if the checkpoint covers more than there is
   */
  static async open(out: string, { bytes, records }: Written): Promise<PartFile> {
    const opened: FileHandle[] = [];
    try {
      const data = await openPart(partOf(out), bytes);
      opened.push(data);
      const keys = await openPart(keysOf(out), records);
      opened.push(keys);
      const { size } = await data.stat();
      if (size < bytes) throw tooShort(partOf(out));
      const lines = (await keys.readFile('utf8')).split('\n').slice(0, -1).slice(0, records);
      if (lines.length < records) throw tooShort(keysOf(out));
      await data.truncate(bytes);
      await keys.truncate(Buffer.byteLength(textOf(lines)));
      return new PartFile(out, data, keys, lines, bytes);
    } catch (error) {
      for (const file of opened) await file.close();
      throw error;
    }
  }

  get written(): Written {
    return { bytes: this.#bytes, records: this.#written.size };
  }

  /** Writes what comes before all records. */
  async begin(head: string): Promise<void> {
    await this.#append(head, []);
  }

  /** Writes the records that are not in the file yet. Resolves when they are on the disk. */
  async add(records: readonly WrittenRecord[]): Promise<void> {
    const added = new Map<string, string>();
    for (const { key, text } of records) {
      const line = JSON.stringify(key);
      if (!this.#written.has(line) && !added.has(line)) added.set(line, text);
    }
    await this.#append([...added.values()].join(''), [...added.keys()]);
  }

  /** Moves the complete file to its destination. */
  async finish(): Promise<void> {
    await this.close();
    await rename(partOf(this.#out), this.#out);
    await rm(keysOf(this.#out), { force: true });
  }

  async close(): Promise<void> {
    await this.#data.close();
    await this.#keys.close();
  }

  async #append(text: string, lines: readonly string[]): Promise<void> {
    this.#bytes += await writeAt(this.#data, text, this.#bytes);
    this.#keyBytes += await writeAt(this.#keys, textOf(lines), this.#keyBytes);
    for (const line of lines) this.#written.add(line);
  }
}

export function partOf(out: string): string {
  return `${out}.part`;
}

function keysOf(out: string): string {
  return `${out}.part.ids`;
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Opens a file. Creates it only if its checkpoint covers nothing of it. */
async function openPart(path: string, covered: number): Promise<FileHandle> {
  return open(path, constants.O_RDWR | (covered === 0 ? constants.O_CREAT : 0), 0o600);
}

function tooShort(path: string): RangeError {
  return new RangeError(`${path} is shorter than its checkpoint says`);
}

/** Writes a text to the disk, and returns its length in bytes. */
async function writeAt(file: FileHandle, text: string, position: number): Promise<number> {
  const content = Buffer.from(text);
  for (let done = 0; done < content.length; ) {
    const { bytesWritten } = await file.write(content, done, content.length - done, position + done);
    done += bytesWritten;
  }
  if (content.length > 0) await file.datasync();
  return content.length;
}
