import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file with one JSON value per line. Replace it with a table of your database. */
export class JsonLines<T> {
  readonly #file: FileHandle;
  #lastWrite: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Opens a file. Creates it and its folder if they do not exist. */
  static async open<T>(path: string): Promise<JsonLines<T>> {
    await mkdir(dirname(path), { recursive: true });
    return new JsonLines<T>(await open(path, 'a+'));
  }

  /** Reads all values, the oldest first. Skips a line that was cut off by a crash: its `append` never resolved. */
  async *read(): AsyncGenerator<T> {
    for await (const line of this.#file.readLines({ autoClose: false, start: 0 })) {
      const value = parse<T>(line);
      if (value !== undefined) yield value;
    }
  }

  /** Appends values. Resolves when they are on the disk. */
  append(...values: readonly T[]): Promise<void> {
    // The first line break ends a line that was cut off by a crash.
    const text = ['', ...values.map((value) => JSON.stringify(value)), ''].join('\n');
    const write = async () => {
      await this.#file.appendFile(text);
      await this.#file.datasync();
    };
    // After a failed write, later ones still run.
    this.#lastWrite = this.#lastWrite.then(write, write);
    return this.#lastWrite;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

function parse<T>(line: string): T | undefined {
  try {
    return line === '' ? undefined : JSON.parse(line);
  } catch {
    return undefined;
  }
}
