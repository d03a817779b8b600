import type { Issue } from '../errors/issue.js';
import { redactKey } from '../errors/issue.js';
import { RequestValidationError } from '../errors/request-validation-error.js';
import { isRecord } from '../records.js';
import type { Table } from './table.js';

/**
 * The rows of one record or a list of them, each cell as `write` writes it: all of them, or none.
 *
 * @throws RequestValidationError that names the record and the column that cannot be written
 */
export function writtenRows<Source extends object, Row>(
  { name, rows, columns }: Table<Source, Row>,
  given: Source | readonly Source[],
  write: (value: unknown) => string,
): string[][] {
  const refused = `The table ${redactKey(name)} was not written`;
  return eachRecord(refused, given, (record, place) => {
    const all = attempt(
      refused,
      () => place,
      'cannot be made into rows: that throws',
      () => [...rows(record)],
    );
    return all.map((row) =>
      columns.map((column) =>
        attempt(
          refused,
          () => `${place}.${redactKey(column.name)}`,
          unwritable,
          () => write(column.cell(row)),
        ),
      ),
    );
  });
}

/** The whole of one record or a list of them, as JSON. */
export function writtenRecords(given: object | readonly object[]): string[] {
  const refused = 'The records were not written';
  return eachRecord(refused, given, (record, place) => {
    const json = attempt(
      refused,
      () => place,
      unwritable,
      () => JSON.stringify(record),
    );
    if (!json?.startsWith('{'))
      throw new RequestValidationError(refused, [{ path: place, message: 'must be an object' }]);
    return [json];
  });
}

const unwritable = 'cannot be written: it throws when it is looked at, or is nothing that JSON can hold';

function eachRecord<Source extends object, Written>(
  refused: string,
  given: Source | readonly Source[],
  writtenOf: (record: Source, place: string) => Written[],
): Written[] {
  const records = attempt(
    refused,
    () => 'records',
    'cannot be read',
    () => (isList(given) ? [...given] : [given]),
  );
  return records.flatMap((record, index) => {
    const place = `records[${index}]`;
    if (
      !attempt(
        refused,
        () => place,
        unwritable,
        () => isRecord(record),
      )
    )
      throw new RequestValidationError(refused, [{ path: place, message: 'must be an object' }]);
    return writtenOf(record, place);
  });
}

/** What is thrown could quote what it was thrown over: it is left out, but for what is wrong with a list of the record. */
function attempt<T>(refused: string, pathOf: () => string, message: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const path = pathOf();
    const issues = issuesWithin(error).map((issue) => ({ ...issue, path: `${path}.${issue.path}` }));
    throw new RequestValidationError(refused, issues.length > 0 ? issues : [{ path, message }]);
  }
}

/** Anything can be thrown, even what throws when it is looked at. */
function issuesWithin(error: unknown): readonly Issue[] {
  try {
    return error instanceof RequestValidationError ? [...error.issues] : [];
  } catch {
    return [];
  }
}

function isList<T>(given: T | readonly T[]): given is readonly T[] {
  return Array.isArray(given);
}
