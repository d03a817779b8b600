import { untilAborted } from '../../cancellation.js';
import { type Issue, joinPath, redactKey } from '../../errors/issue.js';
import type { Operation } from '../../operations/operation.js';
import { isRecord } from '../../records.js';
import type { CallContext } from '../call-context.js';
import { failures } from '../outcomes.js';
import { invalidResponse } from './error-response.js';
import type { ReadResponse } from './read-response.js';

type Schemas = typeof import('../../schemas/by-name.js')['entitySchemas'];

let schemas: Schemas | undefined;

async function loadSchemas(): Promise<Schemas> {
  schemas = (await import('../../schemas/by-name.js')).entitySchemas;
  return schemas;
}

/** The maximum number of issues in a `ResponseValidationError`. Each of thousands of records can have the same one. */
const maxIssues = 100;

/**
 * Compares the data of a response with the schemas, and never changes it. In lenient mode, some entities are checked, and mismatches
 * are reported. In strict mode, everything is checked, and a mismatch rejects the call. The schemas load with the first check, to
 * keep startup fast.
 * @throws {@link ResponseValidationError} in strict mode
 */
export async function validateResponse(call: CallContext, received: ReadResponse): Promise<void> {
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
  const entities = entitiesIn(endpoint, data);
  const last = entities.length - 1;
  const issues = entities.flatMap((entity, place) =>
    isStrict || place < 3 || place === last ? issuesOf(entity, place, endpoint, loaded) : [],
  );
  if (!isStrict) for (const issue of issues) reporter.schemaMismatch({ operation: endpoint.id, ...issue });
  else if (issues.length > 0) throw fail(issues.slice(0, maxIssues));
}

function entitiesIn({ responseKind }: Operation, data: unknown): readonly unknown[] {
  if (responseKind === 'one') return [data];
  const items = isRecord(data) ? data.items : data;
  return Array.isArray(items) ? items : [];
}

function issuesOf(
  entity: unknown,
  place: number,
  { response, responseKind }: Operation,
  loaded: Schemas,
): Issue[] {
  const start = responseKind === 'one' ? [] : [place];
  const issues = loaded[response].safeParse(entity).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ path: pathOf([...start, ...path]), message }));
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => joinPath(text, typeof part === 'number' ? part : redactKey(String(part))),
    '',
  );
}
