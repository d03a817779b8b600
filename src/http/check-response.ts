import type { Issue } from '../errors/issue.js';
import { shownKey } from '../errors/shown-key.js';
import type { Operation } from '../operations/operation.js';
import { isRecord } from '../records.js';

/** How far an answer is held against the documented fields. */
export type ResponseValidation = 'strict' | 'lenient' | 'off';

/**
 * Step 7: finds where an answer differs from what is documented. It only looks: the data is handed on as it came. The
 * schemas load with the first check, so that a client costs nothing before it.
 */
export async function findDrift(operation: Operation, data: unknown): Promise<Issue[]> {
  const { entitySchemas } = await import('../schemas/by-name.js');
  const schema = entitySchemas[operation.response];
  return entitiesIn(operation, data).flatMap(([place, entity]) => {
    const result = schema.safeParse(entity);
    if (result.success) return [];
    return result.error.issues.map(({ path, message }) => ({ path: pathText([...place, ...path]), message }));
  });
}

function entitiesIn({ answer }: Operation, data: unknown): [place: number[], entity: unknown][] {
  if (answer === 'one') return [[[], data]];
  const items = isRecord(data) ? data.items : data;
  return Array.isArray(items) ? items.map((item, index) => [[index], item]) : [];
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const key = shownKey(String(part));
    return text === '' ? key : `${text}.${key}`;
  }, '');
}
