import { untilAborted } from '../../cancellation.js';
import { type Issue, joinPath, redactKey } from '../../errors/issue.js';
import { isRecord } from '../../json.js';
import type { Operation } from '../../operations/operation.js';
import type { CallContext } from '../call-context.js';
import { failures } from '../outcomes.js';
import { invalidResponse } from './error-response.js';
import type { ReadResponse } from './read-response.js';

type Schemas = typeof import('../../schemas/entities.js');

let schemas: Schemas | undefined;

async function loadSchemas(): Promise<Schemas> {
  schemas = await import('../../schemas/entities.js');
  return schemas;
}

/** The maximum number of issues in a `ResponseValidationError`. Each of thousands of records can have the same one. */
const maxIssues = 100;

/** The maximum number of values of a response that are checked. The schemas would need ten times their memory, and block the process. */
const maxCheckedValues = 100_000;

/**
 * Compares the data of a response with the schemas, and never changes it. In lenient mode, some entities are checked, and mismatches
 * are reported. In strict mode, everything is checked, and a mismatch rejects the call. The schemas load with the first check, to
 * keep startup fast.
 * @throws {@link ResponseValidationError} in strict mode
 */
export async function validateResponse(call: CallContext, received: ReadResponse): Promise<void> {
  try {
    await check(call, received);
  } catch (error) {
    const { responseValidation, reporter } = call.settings;
    if (responseValidation === 'strict') throw error;
    // The API has performed the call, so its data must not be lost.
    const problem = `The response of ${call.endpoint.id} could not be validated`;
    reporter.warn(`check:${call.endpoint.id}`, `${problem}. The client returns the data unchanged.`);
  }
}

async function check(call: CallContext, received: ReadResponse): Promise<void> {
  const { response, text, data } = received;
  const { settings, endpoint, cancellation } = call;
  const { responseValidation, reporter } = settings;
  if (responseValidation === 'off' || endpoint.responseKind === 'anything') return;
  const isStrict = responseValidation === 'strict';
  const fail = (issues: readonly Issue[]) =>
    invalidResponse(call, response, text, failures.unusable, { issues });
  const loaded = schemas ?? (await untilAborted(loadSchemas(), cancellation).catch(() => undefined));
  if (!loaded) {
    // The response is complete, so a call that ends while the schemas load still resolves, unless it is strict.
    const problem = cancellation.aborted
      ? 'the call ended before the response was validated'
      : 'the response schemas could not be loaded';
    if (isStrict) throw fail([{ path: '', message: problem }]);
    if (!cancellation.aborted)
      reporter.warn(
        'schemas',
        "The response schemas could not be loaded, so responses are not validated. Deploy all files of outlet-open-api and its dependency zod, or set responseValidation to 'off'.",
      );
    return;
  }
  const entities = [...entitiesIn(endpoint, data).entries()];
  const checked = isStrict ? entities : [...entities.slice(0, 3), ...entities.slice(3).slice(-1)];
  // Each value has at least one character, so most responses are too short to be counted.
  const issues =
    text.length > maxCheckedValues && countValues(checked) > maxCheckedValues
      ? [{ path: '', message: `has more than ${maxCheckedValues} values, so it was not checked` }]
      : checked.flatMap(([place, entity]) => issuesOf(entity, place, endpoint, loaded)).slice(0, maxIssues);
  if (!isStrict) for (const issue of issues) reporter.schemaMismatch({ operation: endpoint.id, ...issue });
  else if (issues.length > 0) throw fail(issues);
}

/** Counts the values in a value, up to a little more than `maxCheckedValues`. No schema looks below the tenth level. */
function countValues(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > 10) return 1;
  let count = 1;
  for (const part of Object.values(value)) {
    if (count > maxCheckedValues) break;
    count += countValues(part, depth + 1);
  }
  return count;
}

function entitiesIn({ responseKind }: Operation, data: unknown): readonly unknown[] {
  if (responseKind === 'one') return [data];
  return isRecord(data) && Array.isArray(data.items) ? data.items : [];
}

function issuesOf(
  entity: unknown,
  place: number,
  { response, responseKind }: Operation,
  loaded: Schemas,
): Issue[] {
  const start = responseKind === 'one' ? [] : [place];
  const issues = loaded[`${response}Schema` as const].safeParse(entity).error?.issues ?? [];
  return issues
    .slice(0, maxIssues)
    .map(({ path, message }) => ({ path: pathOf([...start, ...path]), message }));
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => joinPath(text, typeof part === 'number' ? part : redactKey(String(part))),
    '',
  );
}
