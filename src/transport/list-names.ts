import type { Verdict } from '../errors/issue.js';
import { isRecord } from '../json.js';
import type { Endpoint } from '../operations/operation.js';
import { isText } from '../options/checks.js';

/** The resources with lists. `actionLogs` includes the log of one order. */
export const listNames: readonly ListName[] = ['orders', 'actionLogs', 'goodsReceipts', 'channels'];

/** The name of a resource with lists. */
export type ListName = 'orders' | 'actionLogs' | 'goodsReceipts' | 'channels';

/** A value for each list. */
export type PerList<T> = { readonly [Name in ListName]?: T | undefined };

/** The client options that name parts of the requests and responses of lists. */
export interface ListNameOptions {
  readonly cursorParam: string | PerList<string> | undefined;
  readonly nextField: string | PerList<string> | undefined;
  readonly itemsField: string | PerList<string> | undefined;
}

/** The options of one list. */
export interface NamesOfList {
  readonly list: ListName;
  readonly cursorParam: string;
  readonly nextField: string | undefined;
  readonly itemsField: string | undefined;
}

/** Returns the options of the list that an endpoint returns. A single `nextField` is that of the orders, because other lists document `next`. */
export function namesOf(options: ListNameOptions, { id }: Pick<Endpoint, 'id'>): NamesOfList {
  const list = listNames.find((name) => id.startsWith(`${name}.`)) ?? 'orders';
  const { cursorParam, nextField, itemsField } = options;
  return {
    list,
    cursorParam: nameFor(list, cursorParam) ?? 'cursor',
    nextField: typeof nextField === 'string' && list !== 'orders' ? undefined : nameFor(list, nextField),
    itemsField: nameFor(list, itemsField),
  };
}

function nameFor(list: ListName, names: string | PerList<string> | undefined): string | undefined {
  return typeof names === 'object' ? names[list] : names;
}

/** Returns a check for an option with one name, or with one for each list. */
export function checkNames(checkName: (name: unknown) => Verdict): (value: unknown) => Verdict {
  return (value) => {
    if (!isRecord(value)) {
      const verdict = checkName(value);
      return typeof verdict === 'string' ? `${verdict}, or an object with one for each list` : verdict;
    }
    return Object.entries(value).flatMap(([path, name]) => {
      if (!listNames.some((known) => known === path))
        return [{ path, message: `is not a list: the lists are ${listNames.join(', ')}` }];
      const verdict = name === undefined || checkName(name);
      return typeof verdict === 'string' ? [{ path, message: verdict }] : [];
    });
  };
}

export function checkPath(path: unknown): Verdict {
  const isPath = typeof path === 'string' && path.split('.').every(isText);
  return isPath || 'must be the name of a field, or a path such as pagination.next';
}
