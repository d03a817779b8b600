import { expect, test } from 'vitest';
import { tables } from '../../../scripts/docs/tables.js';
import { completeOptions } from '../../../src/client/options.js';
import { handlerSettings } from '../../../src/webhooks/handler/handler-options.js';

/** The defaults of a table, by option, if they are code. */
function defaultsIn(table: string): [name: string, text: string][] {
  const rows = (tables.get(table) ?? '').matchAll(/^\| `(\w+)` \| `([^`]+)` \|/gm);
  return Array.from(rows, ([, name = '', text = '']) => [name, text]);
}

/** Returns a default as TSDoc shows it. */
function textOf(value: unknown): string {
  if (value === console) return 'console';
  if (typeof value === 'string') return `'${value}'`;
  return Number.isFinite(value) ? Number(value).toLocaleString('en').replaceAll(',', '_') : String(value);
}

test.each<[table: string, complete: object, others: readonly string[]]>([
  [
    'options',
    completeOptions({ baseUrl: 'https://pos.example', accessToken: 'abc' }),
    ['baseUrl', 'accessToken', 'outage', 'cursorParam', 'nextField'],
  ],
  ['webhook-options', handlerSettings({ verify: 'none' }), ['verify', 'on', 'consumers']],
])('the defaults in the table %s are those of the code', (table, complete, others) => {
  const inCode = Object.entries(complete)
    .filter(([name, value]) => value !== undefined && !others.includes(name))
    .map(([name, value]) => [name, textOf(value)]);
  const shown = defaultsIn(table).filter(([name]) => !others.includes(name));

  expect(Object.fromEntries(inCode)).toEqual(Object.fromEntries(shown));
});
