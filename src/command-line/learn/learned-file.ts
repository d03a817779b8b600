import { access, constants, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../../emulator/state-file/replace-file.js';
import { isRecord, parseJson } from '../../json.js';
import type { Finding } from '../../learn/finding.js';
import { CommandError, UsageError } from '../console.js';

/** The format of the file. The emulator accepts this version only. */
export const learnedVersion = 1;

/** Returns what is certain about the options of the fake: no IDs, names, amounts or tokens of the outlet. */
export function learnedFrom(findings: readonly Finding[]) {
  const certain = findings.flatMap(({ kind, name, result, seen: [first] }) =>
    kind === 'assumption' && result === 'certain' && first ? [[name, first.value] as const] : [],
  );
  return {
    version: learnedVersion,
    values: Object.fromEntries(certain),
  };
}

/** Checks the path of `--out` before a run. @throws UsageError if it is another file; CommandError if no file can be written there */
export async function checkOut(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK).catch((error) => {
    throw new CommandError(`--out: The file cannot be written: ${error.message}.`);
  });
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CommandError(`--out: The file cannot be replaced: ${error.message}.`);
  });
  if (text === undefined) return;
  const value = parseJson(text);
  if (!isRecord(value) || !('version' in value) || !isRecord(value.values))
    throw new UsageError(`--out: ${path} exists, and learn did not write it. Choose another file.`);
}

export function writeLearned(path: string, learned: object): Promise<void> {
  return replaceFile(path, `${JSON.stringify(learned, undefined, 2)}\n`);
}
