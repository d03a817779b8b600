import { expect, test } from 'vitest';
import { problemsIn } from '../../../scripts/docs/conformance/rules.js';
import { taggedTitles, titlesIn } from '../../../scripts/docs/conformance/tagged-titles.js';
import { sections } from '../../conformance/sections.js';

test('every rule has a test or a reason, and every tag names a rule', () => {
  expect(problemsIn(sections, taggedTitles())).toEqual([]);
});

// Concatenated, so that this file has no tags of its own.
const tag = (id: string) => ` ${'§'}${id}`;

test('the tagged titles of a file are those of its tests, blocks and tables', () => {
  const source = `
    const rows = { Menus: [{ rule: 'a partner${tag('menu.partner')}', status: 400 }] };
    describe.each([['a']])('a key', () => {
      describe('twice', () => {
        test('is a conflict${tag('key.3')}${tag('key.4')}', () => {});
        test(\`of \${days} is kept${tag('key.2')}\`, () => {});
        test.skip('is skipped${tag('key.5')}', () => {});
        test('has no tag', () => call('o-1'));
      });
      test.each([['no UUID${tag('key.1')}', 'order-1']])('is rejected: %s', () => {});
    });
    describe('errors${tag('errors.*')}', () => {});`;
  expect(titlesIn('keys.test.ts', source).flatMap(({ tags }) => tags)).toEqual([
    'menu.partner',
    ...['key.3', 'key.4', 'key.2', 'key.1'],
    'errors.*',
  ]);
});

test('faults are missing tests, superfluous reasons, unknown tags and double IDs', () => {
  const rules = { 'a.1': 'held', 'a.2': 'not held', 'b.1': { rule: 'excused', reason: 'a fact' } };
  const titled = (...tags: string[]) => [{ file: 'some.test.ts', tags }];
  const problems = (...tags: string[]) => problemsIn([{ title: 'A', rules }], titled(...tags));
  expect(problems('a.1', 'a.2')).toEqual([]);
  expect(problems('a.*')).toEqual([]);
  expect(problems('a.1')).toEqual(['a.2 has neither a test nor a reason']);
  expect(problems('a.*', 'b.1')).toEqual(['b.1 has a test and a reason for having none']);
  expect(problems('a.*', 'a.3', 'c.*')).toEqual([
    'some.test.ts names no rule: a.3',
    'some.test.ts names no rule: c.*',
  ]);
  expect(
    problemsIn(
      [
        { title: 'A', rules },
        { title: 'B', rules: { 'a.1': 'again' } },
      ],
      titled('a.*'),
    ),
  ).toEqual(['a.1 exists twice']);
});
