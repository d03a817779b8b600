import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { fingerprint } from '../../lists/fingerprint.js';
import { Fingerprints } from '../../lists/fingerprints.js';
import type { WrittenRecord } from './subjects.js';

const bytesPerMark = Float64Array.BYTES_PER_ELEMENT;

/** How much of a part file is covered by its checkpoint. */
export interface Written {
  readonly bytes: number;
  readonly records: number;
}

/**
 * A file that grows beside the place where it is to stand, and that goes on where its checkpoint ends. Beside it grows another one with a
 * fingerprint of each record, so that what the service gives again is not written again.
 */
export class PartFile {
  readonly #out: string;
  readonly #data: FileHandle;
  readonly #marks: FileHandle;
  readonly #known: Fingerprints;
  #written: Written;

  private constructor(
    out: string,
    data: FileHandle,
    marks: FileHandle,
    known: Fingerprints,
    written: Written,
  ) {
    this.#out = out;
    this.#data = data;
    this.#marks = marks;
    this.#known = known;
    this.#written = written;
  }

  /**
   * Opens the part of a file. What stands behind the checkpoint is cut off.
   *
   * @throws RangeError where less is there than the checkpoint covers
   */
  static async open(out: string, written: Written): Promise<PartFile> {
    const data = await openToCut(partOf(out), written.bytes);
    try {
      const marks = await openToCut(marksOf(out), written.records * bytesPerMark);
      const known = new Fingerprints();
      const { buffer } = Uint8Array.from(await marks.readFile());
      for (const mark of new Float64Array(buffer)) known.add(mark);
      return new PartFile(out, data, marks, known, written);
    } catch (error) {
      await data.close();
      throw error;
    }
  }

  get written(): Written {
    return this.#written;
  }

  /** Writes what stands in front of all records. */
  async begin(head: string): Promise<void> {
    await this.#append(head, []);
  }

  /** Writes the records that are not there yet. Resolves when they are on the disk. */
  async add(records: readonly WrittenRecord[]): Promise<void> {
    const marked = records.map(({ key, text }) => ({ mark: fingerprint(key), text }));
    const added = marked.filter(({ mark }) => this.#known.add(mark));
    const marks = added.map(({ mark }) => mark);
    await this.#append(added.map(({ text }) => text).join(''), marks);
  }

  /** Gives the whole file its name. */
  async finish(): Promise<void> {
    await this.close();
    await rename(partOf(this.#out), this.#out);
    await rm(marksOf(this.#out), { force: true });
  }

  async close(): Promise<void> {
    await this.#data.close();
    await this.#marks.close();
  }

  async #append(text: string, marks: readonly number[]): Promise<void> {
    const { bytes, records } = this.#written;
    const content = Buffer.from(text);
    const added = new Uint8Array(Float64Array.from(marks).buffer);
    await writeAt(this.#data, content, bytes);
    await writeAt(this.#marks, added, records * bytesPerMark);
    this.#written = { bytes: bytes + content.length, records: records + marks.length };
  }
}

export function partOf(out: string): string {
  return `${out}.part`;
}

function marksOf(out: string): string {
  return `${out}.part.ids`;
}

/** Opens a file, or makes it, and cuts it to a length. */
async function openToCut(path: string, length: number): Promise<FileHandle> {
  // One that is gone is not made anew where it should hold something.
  const flags = constants.O_RDWR | (length === 0 ? constants.O_CREAT : 0);
  const file = await open(path, flags, 0o600);
  try {
    const { size } = await file.stat();
    if (size < length) throw new RangeError(`${path} is shorter than its checkpoint says`);
    await file.truncate(length);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function writeAt(file: FileHandle, content: Uint8Array, position: number): Promise<void> {
  if (content.length === 0) return;
  for (let done = 0; done < content.length; ) {
    const { bytesWritten } = await file.write(content, done, content.length - done, position + done);
    done += bytesWritten;
  }
  await file.datasync();
}
