import { assumptionSchema } from '../../emulator/assumption-schema.js';
import { parseAssumptions } from '../../emulator/parse-assumptions.js';
import type { AssumptionOptions } from '../../fake/index.js';
import { parseJson } from '../../json.js';
import { UsageError } from '../console.js';
import { readValues } from '../learned-file.js';

/**
 * Reads the file of `--learned`, which `learn` or a person wrote, and parses the values of `--assume`, which take precedence.
 * @throws UsageError if the file cannot be read, or a name or value is invalid
 */
export async function readAssumptions(
  path: string | undefined,
  texts: readonly string[],
): Promise<AssumptionOptions> {
  const fromFile = path === undefined ? {} : checked(`--learned ${path}`, await readValues(path));
  return { ...fromFile, ...checked('--assume', Object.fromEntries(texts.map(parseAssumption))) };
}

function checked(option: string, value: unknown): AssumptionOptions {
  try {
    return parseAssumptions(value);
  } catch (error) {
    throw new UsageError(`${option}: ${error instanceof Error ? error.message : error}`);
  }
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
