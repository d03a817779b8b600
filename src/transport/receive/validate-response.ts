import { type Issue, joinPath, shownKey } from '../../errors/issue.js';
import type { Operation } from '../../operations/operation.js';
import { isRecord } from '../../records.js';
import type { CallContext } from '../call-context.js';
import type { FetchResponse } from '../fetch-function.js';
import { invalidResponse } from './error-response.js';
import type { ReadResponse } from './read-response.js';

type Schemas = typeof import('../../schemas/by-name.js')['entitySchemas'];

let schemas: Schemas | undefined;

async function loadSchemas(): Promise<Schemas> {
  schemas = (await import('../../schemas/by-name.js')).entitySchemas;
  return schemas;
}

/** In lenient mode, so many entities of an operation are all checked. After them, a sample of each response is. */
const allCheckedUntil = 200;

/** How many issues an error lists: each of thousands of records can have the same one. */
const maxIssues = 100;

/**
 * Compares the data of responses with the schemas, and never changes it. In lenient mode, mismatches are reported. In strict
 * mode, everything is checked, and a mismatch rejects the call. The schemas load with the first check, so that a client costs
 * nothing before it.
 */
export class ResponseValidator {
  /** What was checked so far, by the id of the operation. */
  readonly #checked: Record<string, { entities: number; samples: number }> = {};

  /** @throws ResponseValidationError in strict mode */
  async validate(call: CallContext, response: FetchResponse, { data, text }: ReadResponse): Promise<void> {
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
    const schema = loaded[endpoint.response];
    const entities = entitiesIn(endpoint, data);
    const places = isStrict ? entities.keys() : this.#placesToCheck(endpoint.id, entities.length);
    const issues = [...places].flatMap((place) => {
      const start = endpoint.responseKind === 'one' ? [] : [place];
      return (schema.safeParse(entities[place]).error?.issues ?? []).map(
        ({ path, message }): Issue => ({ path: pathOf([...start, ...path]), message }),
      );
    });
    if (!isStrict) {
      for (const { path, message } of issues)
        reporter.schemaMismatch({ operation: endpoint.id, path, message });
    } else if (issues.length > 0) {
      throw invalidResponse(call, response, text, { issues: issues.slice(0, maxIssues), performed: true });
    }
  }

  /** All places at first, then the first, the last and two that rotate, so that every place has its turn. */
  #placesToCheck(operation: string, count: number): Iterable<number> {
    this.#checked[operation] ??= { entities: 0, samples: 0 };
    const checked = this.#checked[operation];
    if (checked.entities < allCheckedUntil) {
      checked.entities += count;
      return Array.from({ length: count }, (_, place) => place);
    }
    checked.samples += 1;
    if (count === 0) return [];
    const rotating = [0, Math.floor(count / 2)].map((place) => (place + checked.samples) % count);
    return new Set([0, count - 1, ...rotating]);
  }
}

function unvalidated(call: CallContext, response: FetchResponse, text: string): Error {
  const message = call.cancellation.aborted
    ? 'the call ended before the response was validated'
    : 'the response schemas could not be loaded';
  return invalidResponse(call, response, text, { issues: [{ path: '', message }], performed: true });
}

function entitiesIn({ responseKind }: Operation, data: unknown): readonly unknown[] {
  if (responseKind === 'one') return [data];
  const items = isRecord(data) ? data.items : data;
  return Array.isArray(items) ? items : [];
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => joinPath(text, typeof part === 'number' ? part : shownKey(String(part))),
    '',
  );
}
