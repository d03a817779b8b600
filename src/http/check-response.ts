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
  const { entitySchemas } = await loadedSchemas();
  const schema = entitySchemas[operation.response];
  const issues: Issue[] = [];
  const counts = new Map<string, number>();
  for (const [place, entity] of entitiesIn(operation, data)) {
    const result = schema.safeParse(entity);
    for (const { path, message } of result.error?.issues ?? []) {
      const field = pathText(path.filter((part) => typeof part !== 'number'));
      const count = (counts.get(field) ?? 0) + 1;
      counts.set(field, count);
      if (count <= mostOfOneField) issues.push({ path: pathText([...place, ...path]), message });
    }
  }
  return issues;
}

let schemas: Promise<typeof import('../schemas/by-name.js')> | undefined;

/** Asked for once, as each `import()` costs more than a check does; and again where they did not load. */
function loadedSchemas() {
  schemas ??= import('../schemas/by-name.js').catch((error) => {
    schemas = undefined;
    throw error;
  });
  return schemas;
}

/** A field that is wrong in every entry of a long list says nothing new in most of them. */
const mostOfOneField = 100;

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
