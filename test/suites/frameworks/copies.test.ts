import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { inCopies, inExamples, installed } from './paths.js';
import { platforms } from './platforms.js';

const runFile = promisify(execFile);
// TypeScript 7 takes a quarter of the time of the version that users have.
const tsc = [process.execPath, inExamples('../../node_modules/typescript7/bin/tsc')];
const denoCheck = [installed('.bin/deno'), 'check', '--quiet', 'deno.ts'];

const readme = readFileSync(inExamples('README.md'), 'utf8');

it('every file of code belongs to a platform', () => {
  const files = readdirSync(inExamples('.'), { recursive: true, encoding: 'utf8' });
  const copied = platforms.flatMap(({ files }) => Object.keys(files));
  expect([...new Set(copied)].toSorted()).toEqual(files.filter((file) => file.endsWith('.ts')).toSorted());
});

describe.concurrent.each(platforms)('what is copied for $name', ({ name, files }) => {
  const names = Object.keys(files);
  const code = names.map((file) => readFileSync(inExamples(file), 'utf8'));

  it('compiles with its own settings', async () => {
    const [command = '', ...args] = name === 'deno' ? denoCheck : tsc;
    const problems = await runFile(command, args, { cwd: inCopies(name) }).then(
      () => '',
      ({ message, stdout }) => `${message}${stdout}`,
    );
    expect(problems).toBe('');
  });

  it('has a row in the README, with the packages that it imports', () => {
    const rows = readme.split('\n').filter((line) => line.startsWith('|'));
    const row = rows.findLast((line) => names.some((file) => line.includes(`](${file})`)));
    const specifiers = code
      .flatMap((text) => ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName))
      .filter((specifier) => !/^(\.|node:|bun$)/.test(specifier));
    const packages = specifiers.map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');
    const words = row?.split(/[`:| ]+/) ?? [];
    const isInRow = (each: string) => words.includes(each) || words.includes(`@types/${each}`);
    expect(packages).toContain('outlet-open-api');
    expect(packages.filter((each) => !isInRow(each))).toEqual([]);
  });

  it('reads only environment variables that the README names', () => {
    const variables = code.flatMap((text) =>
      Array.from(text.matchAll(/(?:\benv\.|Deno\.env\.get\(')([A-Z_]+)/g), ([, variable]) => variable),
    );
    expect(variables).toContain('WEBHOOK_SECRET');
    expect(variables.filter((variable) => !readme.includes(`\`${variable}\``))).toEqual([]);
  });
});
