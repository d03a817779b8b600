import { assertValid } from '../errors/request-validation-error.js';
import { isRecord } from '../records.js';

/**
 * The entries of a record's list with their places. An answer that breaks the specification reaches users as it came: a list that
 * is none is refused, as leaving it out would lose rows unseen.
 */
export function numbered<Entry>(field: string, list: readonly Entry[] | null | undefined): [number, Entry][] {
  if (list === null || list === undefined) return [];
  assertValid(refused, { [field]: Array.isArray(list) || 'must be a list' });
  return Array.from(list, (entry: Entry, index) => {
    assertValid(refused, { [`${field}[${index}]`]: isRecord(entry) || 'must be an object' });
    return [index, entry];
  });
}

const refused = 'The record has no such rows';
