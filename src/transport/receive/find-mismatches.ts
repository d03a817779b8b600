import { type Issue, joinPath, redactKey } from '../../errors/issue.js';
import type { Operation } from '../../operations/operation.js';
import { isRecord } from '../../records.js';
import { entitySchemas } from '../../schemas/by-name.js';

export interface Coverage {
  /** Number of entities while all are checked. */
  entities: number;
  /** Number of places that were sampled since. */
  samples: number;
}

/** The number of entities of an operation that are checked before sampling begins. */
const allCheckedUntil = 200;

/** Its multiples spread evenly, so every place is checked at some time, even if the lengths of responses vary. */
const goldenRatio = (1 + Math.sqrt(5)) / 2;

/** Compares data with the schema of its entities. @param coverage - what was checked before; without it, all is checked */
export function findMismatches(operation: Operation, data: unknown, coverage: Coverage | undefined): Issue[] {
  const schema = entitySchemas[operation.response];
  const entities = entitiesIn(operation, data);
  const places = coverage ? placesToCheck(entities.length, coverage) : entities.keys();
  return [...places].flatMap((place) => {
    const start = operation.responseKind === 'one' ? [] : [place];
    return (schema.safeParse(entities[place]).error?.issues ?? []).map(({ path, message }) => ({
      path: pathOf([...start, ...path]),
      message,
    }));
  });
}

/** Returns all places at first. Later, returns the first, the last and two other places of a list, and every tenth single entity. */
function placesToCheck(count: number, coverage: Coverage): Iterable<number> {
  if (coverage.entities < allCheckedUntil) {
    coverage.entities += count;
    return Array.from({ length: count }, (_, place) => place);
  }
  coverage.samples += 2;
  if (count === 0 || (count === 1 && coverage.samples % 20 > 0)) return [];
  const others = [coverage.samples, coverage.samples + 1].map((sample) =>
    Math.floor(((sample * goldenRatio) % 1) * count),
  );
  return new Set([0, count - 1, ...others]);
}

function entitiesIn({ responseKind }: Operation, data: unknown): readonly unknown[] {
  if (responseKind === 'one') return [data];
  const items = isRecord(data) ? data.items : data;
  return Array.isArray(items) ? items : [];
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => joinPath(text, typeof part === 'number' ? part : redactKey(String(part))),
    '',
  );
}
