import type { Issue } from '../../errors/issue.js';
import { isRecord } from '../../json.js';
import type { Operation } from '../../operations/operation.js';
import type { NamesOfList } from '../list-names.js';
import { findItems } from './find-items.js';
import { findNext, type Next, type ReceivedPage } from './find-next.js';
import { kindOf, shownPath, valueAt } from './page-body.js';

export interface PageData<T> {
  readonly items: readonly T[];
  /** The cursor of the next page; `null` on the last page. */
  readonly next: string | null;
}

/** A page, with the reason why it may not be the last although it has no cursor, or what is wrong with it. */
export type ReadPage =
  | { readonly data: PageData<unknown>; readonly mayContinue?: Issue | undefined }
  | { readonly issues: readonly Issue[] };

/** How many fields an error names. */
const maxListed = 20;

/**
 * Reads a page of a list.
 * @param isProven - whether the client has followed a next cursor of this list
 */
export function readPage(
  page: ReceivedPage,
  operation: Operation,
  names: NamesOfList,
  isProven: boolean,
): ReadPage {
  const nextFields = nextFieldsOf(operation, names);
  const { itemsField = '' } = names;
  // The log of one order can have another form than a list of logs, which has the same options.
  const isOther = operation.responseKind === 'list' && valueAt(page.json, itemsField) === undefined;
  const found = findItems(page.json, isOther ? undefined : names.itemsField, nextFields);
  if ('problem' in found)
    return { issues: [{ path: '', message: found.problem + itemsAdvice(found.elsewhere, names) }] };
  const { items } = found;
  const stranger = items.findIndex((item) => !isRecord(item));
  if (stranger !== -1)
    return {
      issues: [{ path: `[${stranger}]`, message: `must be an object, not ${kindOf(items[stranger])}` }],
    };
  const next = findNext(page, nextFields, items.length);
  if (next.kind === 'unsupported') {
    const inside = next.keys.map((key) => `${next.path}.${key}`);
    const advice = inside.length > 0 ? `: set the client option ${nextFieldOption(names, inside)}` : '';
    return { issues: [{ path: shownPath(next.path), message: next.message + advice }] };
  }
  if (next.kind === 'cursor') return { data: { items, next: next.cursor } };
  const data = { items, next: null };
  const continued = (message: string | undefined): ReadPage => {
    return {
      data,
      mayContinue: message === undefined ? undefined : { path: shownPath(nextFields[0] ?? 'next'), message },
    };
  };
  if (next.kind === 'more') return continued(moreMessage(next, names));
  if (next.kind === 'end' || isProven || operation.responseKind !== 'pages') return { data };
  return continued(
    names.nextField === undefined
      ? unknownMessage(next, items, operation, names)
      : misspelledMessage(next, items, operation, names),
  );
}

/** Returns the fields that can contain the next cursor, in order of precedence. `next` can also be beside a nested list. */
function nextFieldsOf({ pages }: Operation, { nextField, itemsField = '' }: NamesOfList): string[] {
  if (nextField !== undefined && !pages?.hasNext) return [nextField];
  const parent = itemsField.slice(0, itemsField.lastIndexOf('.') + 1);
  return [...new Set(['next', `${parent}next`, ...(nextField === undefined ? [] : [nextField])])];
}

function itemsAdvice(elsewhere: readonly string[], { list, itemsField }: NamesOfList): string {
  const [first] = elsewhere.filter((path) => path !== itemsField);
  if (first === undefined) return '';
  const option = `itemsField: { ${list}: '${first}' }`;
  return `; if the records are in ${listed(elsewhere)}, set the client option itemsField, such as ${option}`;
}

function moreMessage(
  { cursors, others, texts }: Extract<Next, { kind: 'more' }>,
  names: NamesOfList,
): string {
  const found = `has no cursor, but the page has ${listed(cursors.length > 0 ? cursors : others)}`;
  if (cursors.length > 0) return `${found}: set the client option ${nextFieldOption(names, cursors)}`;
  const option = `if a cursor is in ${listed(texts)}, set the client option ${nextFieldOption(names, texts)}`;
  return `${found}: the client needs a cursor, and supports no other kind of pages${texts.length > 0 ? `; ${option}` : ''}`;
}

/** Returns why a page without the field of the cursor may not be the last, if there is a reason. */
function unknownMessage(
  { others }: Extract<Next, { kind: 'unknown' }>,
  items: readonly unknown[],
  operation: Operation,
  names: NamesOfList,
): string | undefined {
  if (!isFullPage(items, operation) && others.length === 0) return undefined;
  const found =
    others.length > 0 ? `, but the page has ${listed(others)}` : ` from a page of ${items.length} records`;
  const fields = [...new Set(['next', ...others])];
  return `is missing${found}: set the client option ${nextFieldOption(names, ['next'])} if this was the last page${fields.length > 1 ? ', or to the field of the cursor' : ''}. The client does not support pages without a cursor`;
}

/** Returns why the option can be misspelled: a full page lacks its field, but has another text. The documented name `next` is right. */
function misspelledMessage(
  { texts }: Extract<Next, { kind: 'unknown' }>,
  items: readonly unknown[],
  operation: Operation,
  names: NamesOfList,
): string | undefined {
  const isFull = operation.pages?.size !== undefined && isFullPage(items, operation);
  if (names.nextField === 'next' || texts.length === 0 || !isFull) return undefined;
  return `is missing from a page of ${items.length} records, and no page had it before. If the cursor is in ${listed(texts)}, set the client option ${nextFieldOption(names, texts)}`;
}

/** Returns whether a page has as many records as it can have. If the page size is undocumented, each page with records counts. */
function isFullPage(items: readonly unknown[], { pages }: Operation): boolean {
  if (pages?.size === undefined) return items.length > 0;
  // The API may count the records of all groups together.
  if (pages.per === undefined || items.length === pages.size) return items.length >= pages.size;
  const counts = new Map<unknown, number>();
  for (const item of items) {
    const group = isRecord(item) ? item[pages.per] : undefined;
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) >= pages.size;
}

function nextFieldOption({ list }: NamesOfList, [field = 'next']: readonly string[]): string {
  return `nextField: { ${list}: '${shownPath(field)}' }`;
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, maxListed).map(shownPath).join(', ');
  return paths.length > maxListed ? `${shown} and others` : shown;
}
