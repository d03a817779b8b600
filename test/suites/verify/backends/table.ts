import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { DATA_FOLDER = './data', MISTAKE } = process.env;
const isInMemory = MISTAKE === 'keeps-data-in-memory';

/** Rows in a file with one line per change, so a change is stored when `set` returns, even if the process is killed afterwards. */
export class Table<Row> {
  readonly #file: string;
  readonly #rows = new Map<string, Row>();

  constructor(name: string) {
    this.#file = join(DATA_FOLDER, `${name}.jsonl`);
    if (isInMemory) return;
    mkdirSync(DATA_FOLDER, { recursive: true });
    for (const line of linesOf(this.#file)) {
      const [key, row] = JSON.parse(line);
      this.#rows.set(key, row);
    }
    // Without old rows and half a last line. The rename replaces the whole file at once.
    writeFileSync(`${this.#file}.new`, [...this.#rows].map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    renameSync(`${this.#file}.new`, this.#file);
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  set(key: string, row: Row): void {
    if (!isInMemory) appendFileSync(this.#file, `${JSON.stringify([key, row])}\n`);
    this.#rows.set(key, row);
  }

  delete(key: string): void {
    this.#rows.delete(key);
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }
}

/** Returns the complete lines of a file. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
}
