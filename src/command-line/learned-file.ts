import { access, constants, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../emulator/state-file/replace-file.js';
import { isRecord, parseJson } from '../json.js';
import { valuesOf } from '../learn/finding.js';
import type { Learned } from '../learn/learn.js';
import { isText } from '../options/checks.js';
import { CommandError, UsageError } from './console.js';

/** The format of the file. Other commands accept this version only. */
const version = 1;

/** The option of other commands that read the file. */
const option = '--learned';

/** Returns the options of the client, and what is certain about those of the fake: no IDs, names, amounts or tokens of the outlet. */
export function learnedFrom({ findings, client }: Pick<Learned, 'findings' | 'client'>) {
  return { version, client, values: valuesOf(findings) };
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

/** Reads the values of a file that `learn` or a person wrote. @throws UsageError if the file cannot be read */
export async function readValues(path: string): Promise<unknown> {
  const content = await readJson(path);
  return isRecord(content) && 'version' in content ? content.values : content;
}

/** Reads the list options of the client from a file that `learn` wrote. @throws UsageError if the file is another one */
export async function readListOptions(path: string) {
  const content = await readJson(path);
  if (!isRecord(content) || !isRecord(content.client))
    throw new UsageError(`${option}: ${path} was not written by learn, so it has no client options.`);
  const { cursorParam, nextField, itemsField } = content.client;
  return {
    cursorParam: namesIn(cursorParam, path),
    nextField: namesIn(nextField, path),
    itemsField: namesIn(itemsField, path),
  };
}

function namesIn(value: unknown, path: string): Record<string, string> {
  const names = Object.entries(value ?? {}).flatMap(([list, name]) => (isText(name) ? [[list, name]] : []));
  if (names.length < Object.keys(value ?? {}).length)
    throw new UsageError(`${option}: ${path} has a client option that is not a name. Run learn again.`);
  return Object.fromEntries(names);
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new UsageError(`${option}: The file cannot be read: ${error.message}. Check its path.`);
  });
  // Editors on Windows can write a byte order mark.
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  if (value === undefined) throw new UsageError(`${option}: ${path} is not valid JSON.`);
  if (!isRecord(value) || value.version === undefined || value.version === version) return value;
  throw new UsageError(
    `${option}: ${path} has the version ${JSON.stringify(value.version)}, but this version of the package reads only ${version}. Run learn again.`,
  );
}
