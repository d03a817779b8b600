import { lstatSync } from 'node:fs';
import { appendFile, chmod, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { unlessHeld } from '../../held-file.js';
import { UsageError } from '../console.js';
import type { WrittenRecord } from './subjects.js';

/** What a checkpoint covers: bytes of the part file and of its keys, and rows without the header. */
export interface Written {
  readonly bytes: number;
  readonly keyBytes: number;
  readonly rows: number;
}

/**
 * The file of an incomplete export, next to its destination. A second file contains the key of each record, one per line, so that a
 * record that the API returns again is not written again. All keys are needed, because the export lists a whole slice again if the
 * API rejects a cursor.
 */
export class PartFile {
  readonly #out: string;
  readonly #keys: Set<string>;
  #written: Written;

  private constructor(out: string, keys: readonly string[], written: Written) {
    this.#out = out;
    this.#keys = new Set(keys);
    this.#written = written;
  }

  /**
   * Opens the part file, and removes everything after its checkpoint. A new part file starts with the header.
   * @throws UsageError if the checkpoint covers more than the files contain
   */
  static async open(out: string, written: Written, header: string): Promise<PartFile> {
    await cut(partOf(out), written.bytes);
    await cut(keysOf(out), written.keyBytes);
    const lines = (await readFile(keysOf(out), 'utf8')).split('\n');
    const file = new PartFile(out, lines.slice(0, -1), written);
    if (written.bytes === 0) await file.#append(header, [], 0);
    return file;
  }

  get written(): Written {
    return this.#written;
  }

  get records(): number {
    return this.#keys.size;
  }

  /** Writes the records that the file does not contain yet. Resolves when they are on the disk. */
  async add(records: readonly WrittenRecord[]): Promise<void> {
    const isNew = ({ key }: WrittenRecord) => !this.#keys.has(key);
    const added = new Map(records.filter(isNew).map((record) => [record.key, record]));
    const texts = Array.from(added.values(), ({ text }) => text);
    const rows = Array.from(added.values(), (record) => record.rows).reduce((sum, count) => sum + count, 0);
    await this.#append(texts.join(''), [...added.keys()], rows);
  }

  async finish(): Promise<void> {
    await unlessHeld(() => rename(partOf(this.#out), this.#out));
    await rm(keysOf(this.#out), { force: true });
  }

  async #append(text: string, keys: readonly string[], added: number): Promise<void> {
    const keyText = keys.map((key) => `${key}\n`).join('');
    await appendFile(partOf(this.#out), text, { flush: true });
    await appendFile(keysOf(this.#out), keyText, { flush: true });
    const { bytes, keyBytes, rows } = this.#written;
    this.#written = {
      bytes: bytes + Buffer.byteLength(text),
      keyBytes: keyBytes + Buffer.byteLength(keyText),
      rows: rows + added,
    };
    for (const key of keys) this.#keys.add(key);
  }
}

export function partOf(out: string): string {
  return `${out}.part`;
}

function keysOf(out: string): string {
  return `${out}.part.ids`;
}

/** Shortens a file to the bytes that its checkpoint covers, or creates an empty file. Only its owner can read it. */
async function cut(path: string, covered: number): Promise<void> {
  if (covered === 0) {
    // An existing file would keep its mode, and a link would be followed.
    await rm(path, { force: true });
    return writeFile(path, '', { mode: 0o600, flag: 'wx' });
  }
  const file = lstatSync(path, { throwIfNoEntry: false });
  const advice = 'Start from the beginning with --restart.';
  if (file && !file.isFile()) throw new UsageError(`${path} is a link or a folder, not a file. ${advice}`);
  if (!file || file.size < covered)
    throw new UsageError(`${path} is shorter than its checkpoint says. ${advice}`);
  await chmod(path, 0o600);
  await truncate(path, covered);
}
