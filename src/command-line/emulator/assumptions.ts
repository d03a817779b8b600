import { readFile } from 'node:fs/promises';
import { assumptionSchema } from '../../emulator/assumption-schema.js';
import { parseAssumptions } from '../../emulator/parse-assumptions.js';
import type { AssumptionOptions } from '../../fake/index.js';
import { isRecord, parseJson } from '../../json.js';
import { UsageError } from '../console.js';
import { learnedVersion } from '../learn/learned-file.js';

/**
 * Reads the file of `--assumptions`, which can be one that `learn` wrote, and parses the values of `--assume`, which take precedence.
 * @throws UsageError if the file cannot be read, or a name or value is invalid
 */
export async function readAssumptions(
  path: string | undefined,
  texts: readonly string[],
): Promise<AssumptionOptions> {
  const fromFile = path === undefined ? {} : checked(`--assumptions ${path}`, await readJson(path));
  return { ...fromFile, ...checked('--assume', Object.fromEntries(texts.map(parseAssumption))) };
}

function checked(option: string, value: unknown): AssumptionOptions {
  try {
    return parseAssumptions(value);
  } catch (error) {
    throw new UsageError(`${option}: ${error instanceof Error ? error.message : error}`);
  }
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new UsageError(`--assumptions: The file cannot be read: ${error.message}. Check its path.`);
  });
  // Editors on Windows can write a byte order mark.
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  if (value === undefined) throw new UsageError(`--assumptions: ${path} is not valid JSON.`);
  if (!isRecord(value) || value.version === undefined) return value;
  if (value.version === learnedVersion) return value.values;
  throw new UsageError(
    `--assumptions: ${path} has the version ${JSON.stringify(value.version)}, but this version of the package reads only ${learnedVersion}. Run learn again.`,
  );
}

/** Most values need no quotes: `bounds=half-open`, `bareLists=true`, `emptyLists=null`. */
function parseAssumption(text: string): readonly [name: string, value: unknown] {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) {
    throw new UsageError('--assume must be name=value, such as orderSorting=newest-first.');
  }
  const accepts = (candidate: unknown) => assumptionSchema.safeParse({ [name]: candidate }).success;
  const json = parseJson(value) ?? value;
  return [name, [json, value].find(accepts) ?? json];
}
