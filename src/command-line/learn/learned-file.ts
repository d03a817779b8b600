import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Finding } from '../../learn/finding.js';
import { isRecord, parseJson } from '../../records.js';
import { CommandError, UsageError } from '../console.js';

/** The format of the file. The emulator accepts this version only. */
export const learnedVersion = 1;

/** Returns what is certain about the options of the fake: no IDs, names, amounts or tokens of the outlet. */
export function learnedFrom(findings: readonly Finding[]) {
  const certain = findings.flatMap(({ kind, name, result, seen: [first] }) =>
    kind === 'assumption' && result === 'certain' && first ? [{ name, ...first }] : [],
  );
  return {
    version: learnedVersion,
    values: Object.fromEntries(certain.map(({ name, value }) => [name, value])),
    counts: Object.fromEntries(certain.map(({ name, count }) => [name, count])),
  };
}

/** The file of `--out`. It is replaced at once when the run has ended. */
export class LearnedFile {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** @throws UsageError if the path is that of another file; CommandError if no file can be written there */
  static async open(path: string): Promise<LearnedFile> {
    const text = await readFile(path, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return undefined;
      throw new CommandError(`--out: The file cannot be replaced: ${error.message}.`);
    });
    const isOurs = text === undefined || isLearned(parseJson(text));
    if (!isOurs)
      throw new UsageError(`--out: ${path} exists, and learn did not write it. Choose another file.`);
    const file = new LearnedFile(path);
    await writeFile(file.#partPath, '').catch((error) => {
      throw new CommandError(`--out: The file cannot be written: ${error.message}.`);
    });
    return file;
  }

  get #partPath(): string {
    return `${this.#path}.part`;
  }

  async write(learned: object): Promise<void> {
    await writeFile(this.#partPath, `${JSON.stringify(learned, undefined, 2)}\n`);
    await rename(this.#partPath, this.#path);
  }

  /** Removes what an early end leaves behind. */
  async close(): Promise<void> {
    await rm(this.#partPath, { force: true });
  }
}

function isLearned(value: unknown): boolean {
  return isRecord(value) && 'version' in value && isRecord(value.values);
}
