import { access, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * A folder with a JSON file per record. A crash leaves the old or the new content. Nothing is kept in memory, because another
 * process can write between two runs. Replace it with a table of your database.
 */
export class JsonFiles<T> {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Creates the folder if it does not exist. Throws if it cannot be used. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await access(this.#folder);
  }

  async read(id: string): Promise<T | undefined> {
    try {
      return JSON.parse(await readFile(this.#fileOf(id), 'utf8'));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async readAll(): Promise<T[]> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    return Promise.all(
      names.sort().map(async (name) => JSON.parse(await readFile(`${this.#folder}/${name}`, 'utf8'))),
    );
  }

  /** Resolves when the content is on the disk. */
  async write(id: string, value: T): Promise<void> {
    const file = this.#fileOf(id);
    await writeFile(`${file}.new`, JSON.stringify(value), { flush: true });
    await rename(`${file}.new`, file);
    await this.#sync();
  }

  async delete(id: string): Promise<void> {
    if ((await this.read(id)) === undefined) return;
    await rm(this.#fileOf(id));
    await this.#sync();
  }

  /** Without this, a power failure can undo that a file was renamed or removed. Windows cannot open a folder. */
  async #sync(): Promise<void> {
    const folder = await open(this.#folder).catch(() => undefined);
    await folder?.sync().finally(() => folder.close());
  }

  #fileOf(id: string): string {
    return `${this.#folder}/${encodeURIComponent(id)}.json`;
  }
}
