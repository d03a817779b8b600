import { readdirSync, readFileSync } from 'node:fs';
import { validateWorkflow } from '@action-validator/core';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const folder = new URL('.github/workflows/', root);
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const,
);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

test.each(workflows)('%s is a valid workflow of GitHub Actions', (_, workflow) => {
  expect(validateWorkflow(workflow).errors).toEqual([]);
});

test.each(workflows)('%s runs only scripts that exist', (_, workflow) => {
  const named = workflow.matchAll(/npm run ([\w:-]+)|^ +- (check|test:\w+)$/gm);
  const names = Array.from(named, ([, script, suite]) => script ?? suite ?? '');

  expect(names.filter((name) => !(name in scripts))).toEqual([]);
});
