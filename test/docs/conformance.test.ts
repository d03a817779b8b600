import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { conformancePage, faultsIn } from '../../scripts/conformance.js';
import { taggedTitles, titlesIn } from '../../scripts/tagged-titles.js';
import { sections } from '../conformance/sections.js';

const titles = taggedTitles();

test('every rule has a test or a reason, and every tag a rule', () => {
  expect(faultsIn(sections, titles)).toEqual([]);
});

test('docs/internals/conformance.md says what rules and titles say', () => {
  const page = readFileSync(new URL('../../docs/internals/conformance.md', import.meta.url), 'utf8');
  expect(page, 'run `npm run docs`').toBe(conformancePage(titles));
});

// Pieced together, so that this source has no tags of its own.
const tag = (id: string) => ` ${'§'}${id}`;

test('titles are found with their blocks, in tables too', () => {
  const source = `
    const rows = { Menus: [{ rule: 'a partner${tag('menu.partner')}', status: 400 }] };
    describe.each([['a']])('a key', () => {
      describe('twice', () => {
        test('is a conflict${tag('key.3')}${tag('key.4')}', () => {});
        test(\`of \${days} is kept${tag('key.2')}\`, () => {});
        test.skip('is not looked at${tag('key.5')}', () => {});
        test('says nothing of rules', () => call('o-1'));
      });
      test.each([['no UUID${tag('key.1')}', 'order-1']])('is refused: %s', () => {});
    });
    describe('errors${tag('errors.*')}', () => {});`;
  expect(titlesIn('keys.test.ts', source)).toEqual([
    { file: 'keys.test.ts', title: 'Menus › a partner', tags: ['menu.partner'] },
    { file: 'keys.test.ts', title: 'a key › twice › is a conflict', tags: ['key.3', 'key.4'] },
    { file: 'keys.test.ts', title: `a key › twice › of ${'$'}{days} is kept`, tags: ['key.2'] },
    { file: 'keys.test.ts', title: 'a key › is refused: %s › no UUID', tags: ['key.1'] },
    { file: 'keys.test.ts', title: 'errors', tags: ['errors.*'] },
  ]);
});

test('what makes the page untrue is told', () => {
  const rules = { 'a.1': 'held', 'a.2': 'not held', 'b.1': { rule: 'excused', reason: 'a fact' } };
  const titled = (...tags: string[]) => [{ file: 'some.test.ts', title: 'holds', tags }];
  const faults = (...tags: string[]) => faultsIn([{ title: 'A', rules }], titled(...tags));
  expect(faults('a.1', 'a.2')).toEqual([]);
  expect(faults('a.*')).toEqual([]);
  expect(faults('a.1')).toEqual(['a.2 has neither a test nor a reason']);
  expect(faults('a.*', 'b.1')).toEqual(['b.1 is tested, in spite of its reason']);
  expect(faults('a.*', 'a.3', 'c.*')).toEqual([
    'some.test.ts names no rule: a.3',
    'some.test.ts names no rule: c.*',
  ]);
  expect(
    faultsIn(
      [
        { title: 'A', rules },
        { title: 'B', rules: { 'a.1': 'again' } },
      ],
      titled('a.*'),
    ),
  ).toEqual(['a.1 stands twice']);
});
