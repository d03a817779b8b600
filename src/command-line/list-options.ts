import type { OutletClientOptions } from '../client/options.js';
import { type ListName, listNames } from '../transport/list-names.js';
import { value, values } from './arguments.js';
import { UsageError } from './console.js';
import { readListOptions } from './learned-file.js';

/** The options of commands that read lists. They are client options. */
export const listOptions = {
  learned: value('file', 'Use the names in this file, which learn wrote. The options below take precedence.'),
  'cursor-param': values(
    'name',
    'The query parameter of the cursor, for every list or one, such as goodsReceipts=after. Repeatable. Default: cursor.',
  ),
  'next-field': values(
    'field',
    'The field of the next cursor of orders, or of one list, such as goodsReceipts=nextCursor. Repeatable. Default: next.',
  ),
  'items-field': values(
    'field',
    'The field of the records, for every list or one, such as orders=data.items. Repeatable. Default: data, or the only list.',
  ),
  'max-range-days': value('days', 'The longest range of a request, in days. Default: 31.'),
};

type ListOptionValues = {
  readonly [Name in 'cursor-param' | 'next-field' | 'items-field']?: string[] | undefined;
} & {
  readonly 'max-range-days'?: string | undefined;
  readonly learned?: string | undefined;
};

/** Returns the client options. @throws UsageError if a value is invalid, or the file of `--learned` */
export async function clientListOptions(given: ListOptionValues) {
  const days = given['max-range-days'];
  if (days !== undefined && !(Number(days) > 0 && Number(days) <= 31))
    throw new UsageError('--max-range-days must be a number of days, at most 31.');
  const learned = given.learned === undefined ? undefined : await readListOptions(given.learned);
  return {
    cursorParam: { ...learned?.cursorParam, ...namesIn('--cursor-param', given['cursor-param'], listNames) },
    nextField: { ...learned?.nextField, ...namesIn('--next-field', given['next-field'], ['orders']) },
    itemsField: { ...learned?.itemsField, ...namesIn('--items-field', given['items-field'], listNames) },
    maxRangeDays: days === undefined ? undefined : Number(days),
  } satisfies OutletClientOptions;
}

/** @param lists - the lists that a name without a list is for */
function namesIn(option: string, texts: readonly string[] = [], lists: readonly ListName[] = listNames) {
  const names: { [Name in ListName]?: string } = {};
  for (const text of texts) {
    const list = listNames.find((name) => text.startsWith(`${name}=`));
    const name = list ? text.slice(list.length + 1) : text;
    if (!list && text.includes('='))
      throw new UsageError(`${option} ${text} names no list. The lists are ${listNames.join(', ')}.`);
    if (name === '') throw new UsageError(`The value of ${option} is missing after ${text}`);
    for (const one of list ? [list] : lists) names[one] = name;
  }
  return names;
}

/** Returns the list options as they were typed; an empty text without any. */
export function usedListOptions(given: ListOptionValues): string {
  const names = Object.keys(listOptions) as (keyof typeof listOptions)[];
  return names.flatMap((name) => [given[name] ?? []].flat().map((text) => `--${name} ${text}`)).join(' ');
}

/** Names the options of the command line in a message of the client. */
export function inCommandLine(message: string): string {
  return message
    .replace(
      /the client option (nextField|itemsField)(?:, such as \1)?: \{ (\w+): '([^']+)' \}/g,
      (_, name, list, field) => `${flags[name]} ${list}=${field}`,
    )
    .replace(/the client option (cursorParam|nextField|itemsField|maxRangeDays)\b/g, (_, name) =>
      String(flags[name]),
    );
}

const flags: Readonly<Record<string, string>> = {
  cursorParam: '--cursor-param',
  nextField: '--next-field',
  itemsField: '--items-field',
  maxRangeDays: '--max-range-days',
};

/** Returns the option of the command line for the path of a client option, such as `nextField.orders`. */
export function listOptionOf(path: string): string | undefined {
  return flags[path.split('.', 1)[0] ?? ''];
}
