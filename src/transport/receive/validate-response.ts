import { type Issue, joinPath, shownKey } from '../../errors/issue.js';
import type { Operation } from '../../operations/operation.js';
import { isRecord } from '../../records.js';
import type { CallContext } from '../call-context.js';
import { invalidResponse } from './error-response.js';
import type { ReadResponse } from './read-response.js';

/**
 * Compares the data with the schemas, and never changes it. In lenient mode, mismatches are reported. In strict mode,
 * the call rejects. The schemas load with the first check, so that a client costs nothing before it.
 *
 * @throws ResponseValidationError in strict mode
 */
export async function validateResponse(
  call: CallContext,
  response: Response,
  { data, text }: ReadResponse,
): Promise<void> {
  const { settings, endpoint, cancellation } = call;
  const { responseValidation, reporter } = settings;
  if (responseValidation === 'off' || endpoint.responseKind === 'anything') return;
  const isStrict = responseValidation === 'strict';
  const loaded = schemas ?? (await cancellation.race(loadSchemas()).catch(() => undefined));
  if (!loaded) {
    // The response is complete, so a call that ends while the schemas load still resolves, unless it is strict.
    if (isStrict) throw unvalidated(call, response, text);
    if (!cancellation.aborted)
      reporter.warn('The response schemas could not be loaded; responses are not validated');
    return;
  }
  const issues = findMismatches(endpoint, data, loaded);
  if (!isStrict) {
    for (const { path, message } of issues)
      reporter.schemaMismatch({ operation: endpoint.id, path, message });
  } else if (issues.length > 0) {
    throw invalidResponse(call, response, text, { issues, performed: true });
  }
}

function unvalidated(call: CallContext, response: Response, text: string): Error {
  const message = call.cancellation.aborted
    ? 'the call ended before the response was validated'
    : 'the response schemas could not be loaded';
  return invalidResponse(call, response, text, { issues: [{ path: '', message }], performed: true });
}

type Schemas = typeof import('../../schemas/by-name.js')['entitySchemas'];

let schemas: Schemas | undefined;

async function loadSchemas(): Promise<Schemas> {
  schemas = (await import('../../schemas/by-name.js')).entitySchemas;
  return schemas;
}

/** How often one field is reported. */
const maxIssuesPerField = 100;

function findMismatches(operation: Operation, data: unknown, entitySchemas: Schemas): Issue[] {
  const schema = entitySchemas[operation.response];
  const counts = new Map<string, number>();
  return entitiesIn(operation, data).flatMap(({ place, entity }) =>
    (schema.safeParse(entity).error?.issues ?? []).flatMap(({ path, message }) => {
      const field = pathOf(path.filter((part) => typeof part !== 'number'));
      const count = (counts.get(field) ?? 0) + 1;
      counts.set(field, count);
      return count > maxIssuesPerField ? [] : [{ path: pathOf([...place, ...path]), message }];
    }),
  );
}

function entitiesIn({ responseKind }: Operation, data: unknown): { place: number[]; entity: unknown }[] {
  if (responseKind === 'one') return [{ place: [], entity: data }];
  const items = isRecord(data) ? data.items : data;
  return Array.isArray(items) ? items.map((entity, index) => ({ place: [index], entity })) : [];
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => joinPath(text, typeof part === 'number' ? part : shownKey(String(part))),
    '',
  );
}
