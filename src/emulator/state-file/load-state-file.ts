import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type FakeSnapshot, snapshotVersion } from './snapshot.js';
import { stateHeader, stateSchema } from './state-schema.js';

/** Reports that the emulator cannot start with a state file. The emulator never changes such a file. */
export class StateFileError extends Error {
  /** The name of the class. */
  override readonly name = 'StateFileError';
}

/** Options of the emulator that a state file also contains. */
export interface StateOptions {
  /** Default: the seed of the file. */
  readonly seed?: number | undefined;
  /** Default: as in the file. */
  readonly hostile?: boolean | undefined;
}

/**
 * Returns the state in a file; `undefined` if the file does not exist yet.
 * @throws StateFileError if the file cannot be used, or contradicts the options
 */
export async function loadStateFile(path: string, options: StateOptions): Promise<FakeSnapshot | undefined> {
  const text = await read(path);
  if (text === undefined) {
    await requireFolder(path);
    return undefined;
  }
  const snapshot = snapshotIn(text, path);
  rejectOtherOptions(path, snapshot.options, options);
  return snapshot;
}

/**
 * Returns the state in a file that the emulator only reads.
 * @throws StateFileError if the file does not exist, or cannot be used
 */
export async function loadDataFile(path: string): Promise<FakeSnapshot> {
  const text = await read(path);
  if (text === undefined) {
    throw new StateFileError(
      `The state file ${path} does not exist. To create one, start with --state ${path}.`,
    );
  }
  return snapshotIn(text, path);
}

function snapshotIn(text: string, path: string): FakeSnapshot {
  const content = parse(text, path);
  const { data: header } = stateHeader.safeParse(content);
  if (!header) {
    throw new StateFileError(`${path} is not a state file of the emulator. Use another path.`);
  }
  if (header.version > snapshotVersion) {
    throw new StateFileError(
      `The state file ${path} is from a newer version of outlet-open-api. Update outlet-open-api, or use another path.`,
    );
  }
  const { data: snapshot, error } = stateSchema.safeParse(content);
  if (!snapshot) throw broken(path, `${error?.issues[0]?.path.join('.')} is invalid`);
  return snapshot;
}

/** Returns the content of a file; `undefined` if it does not exist. */
async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new StateFileError(
      `The state file cannot be read: ${reasonOf(error)}. Check its path and permissions.`,
    );
  }
}

/** Checks the folder at the start, because the first save is later. */
async function requireFolder(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK).catch((error) => {
    throw new StateFileError(
      `The state file cannot be created: ${reasonOf(error)}. Check that its folder exists and is writable, or use another path.`,
    );
  });
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken(path, 'it is not complete JSON');
  }
}

function broken(path: string, problem: string): StateFileError {
  const whatToDo = 'Use another path, or delete the file if you do not need it';
  return new StateFileError(`The state file ${path} is broken: ${problem}. It was not changed. ${whatToDo}.`);
}

/** The data of a file comes from its seed and mode, so the emulator cannot apply others to it. */
function rejectOtherOptions(
  path: string,
  saved: FakeSnapshot['options'],
  { seed, hostile }: StateOptions,
): void {
  const start = `The state file ${path} was saved with`;
  if (seed !== undefined && seed !== saved.seed) {
    throw new StateFileError(`${start} seed ${saved.seed}, not ${seed}. Omit the seed, or use another path.`);
  }
  if (hostile !== undefined && hostile !== saved.hostile) {
    const state = saved.hostile ? 'hostile mode' : 'hostile mode off';
    throw new StateFileError(`${start} ${state}. Omit the option, or use another path.`);
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
