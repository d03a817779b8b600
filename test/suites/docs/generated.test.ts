import { expect, test } from 'vitest';
import { namesOn, readPages, withTables } from '../../../scripts/docs/pages.js';
import { tables } from '../../../scripts/docs/tables.js';

const pages = readPages();
const withTable = pages.filter((page) => namesOn(page).length > 0);

test.each(withTable)('the tables of $path are up to date', (page) => {
  expect(page.text, 'run `npm run docs:tables`').toBe(withTables(page, tables));
});

test('every table is used on a page', () => {
  const used = pages.flatMap(namesOn);

  expect([...tables.keys()].filter((name) => !used.includes(name))).toEqual([]);
});

test.each([
  ['an unknown table', '<!-- generated: prices -->\n<!-- /generated -->', 'no table is called prices'],
  ['an opened table that is not closed', '<!-- generated: errors -->', 'needs a <!-- /generated -->'],
  ['a table without a name', '<!-- generated -->\n<!-- /generated -->', 'needs a <!-- /generated -->'],
])('a page cannot contain %s', (_, text, message) => {
  expect(() => withTables({ path: 'docs/page.md', text }, tables)).toThrow(message);
});

test('a page keeps the text around its tables', () => {
  const page = {
    path: 'docs/page.md',
    text: 'Before\n\n<!-- generated: a -->\nold\n<!-- /generated -->\n\nAfter\n',
  };

  expect(withTables(page, new Map([['a', 'new']]))).toBe(
    'Before\n\n<!-- generated: a -->\n\nnew\n\n<!-- /generated -->\n\nAfter\n',
  );
});
