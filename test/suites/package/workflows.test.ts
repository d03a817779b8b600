import { readdirSync, readFileSync } from 'node:fs';
import { validateWorkflow } from '@action-validator/core';
import { expect, test } from 'vitest';
import { suites } from '../../../vitest.config.js';
import { parts } from '../../nightly/parts.js';

const root = new URL('../../../', import.meta.url);
const folder = new URL('.github/workflows/', root);
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const,
);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

test.each(workflows)('%s is a valid workflow of GitHub Actions', (_, workflow) => {
  expect(validateWorkflow(workflow).errors).toEqual([]);
});

test.each(workflows)('%s runs only scripts that exist', (_, workflow) => {
  const names = Array.from(workflow.matchAll(/npm run ([\w:-]+)/g), ([, script = '']) => script);
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
});

test('ci.yml runs each suite', () => {
  const names = suites.map(({ test }) => String(test?.name)).filter((name) => name !== 'hosts');
  const commands = ['check', 'test', 'suite "hostile*"', ...names.map((name) => `suite ${name}`)];
  expect(listIn('ci.yml', 'suite')).toEqual(commands.toSorted());
});

test('nightly.yml runs each part', () => {
  expect(listIn('nightly.yml', 'part')).toEqual([...parts.keys()].toSorted());
});

/** The values of a key of the matrix, sorted. */
function listIn(file: string, key: string): string[] {
  const workflow = readFileSync(new URL(file, folder), 'utf8');
  const items = workflow.matchAll(new RegExp(`^ +- (?:${key}: )?(\\S+|suite \\S+)$`, 'gm'));
  return Array.from(items, ([, value = '']) => value).toSorted();
}
