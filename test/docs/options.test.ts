import { expect, test } from 'vitest';
import { readText } from '../../scripts/docs/pages.js';
import { tables } from '../../scripts/docs/tables.js';

/** The defaults of a table, by option, if they are code. */
function defaultsIn(table: string) {
  const rows = (tables.get(table) ?? '').matchAll(/^\| `(\w+)` \| [^|]* \| `([^`]+)` \|/gm);
  return Object.fromEntries(Array.from(rows, ([, name = '', value]) => [name, value]));
}

/** Returns the default that the code sets for an option: `options.timeout ?? 30_000`, or `{ ttl = 600_000 }`. */
function defaultInCode(code: string, name: string): string | undefined {
  const [, value] =
    new RegExp(`(?:options\\.${name} \\?\\?|[{ ]${name} =) ([\\w'.]+(?:\\(\\))?)`).exec(code) ?? [];
  return value?.replace('Number.POSITIVE_INFINITY', 'Infinity');
}

test.each([
  ['options', 'src/options.ts', 8],
  ['webhook-options', 'src/webhooks/handler/handler-options.ts', 7],
])('the defaults in the table %s are those of %s', (table, file, count) => {
  const shown = defaultsIn(table);
  const names = Object.keys(shown).filter((name) => defaultInCode(readText(file), name) !== undefined);

  expect(names.length).toBeGreaterThanOrEqual(count);
  for (const name of names)
    expect({ [name]: defaultInCode(readText(file), name) }).toEqual({ [name]: shown[name] });
});
