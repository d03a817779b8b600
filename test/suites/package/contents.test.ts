import ts from 'typescript';
import { expect, test } from 'vitest';
import { readPages } from '../../../scripts/docs/pages.js';
import { isPublishedPage } from '../../../scripts/published-files.js';
import { packedFiles, readCommands, readEntries, readPacked } from './packed.js';
import { reachedFrom, syntaxIn } from './sources.js';

const files = packedFiles();
/** The files of the dashboard are for browsers, and minified. */
const dashboard = files.filter((file) => file.startsWith('dist/dashboard/'));
const code = files.filter((file) => /\.c?js$/.test(file) && !dashboard.includes(file));

/** The files of the package that are neither code nor types. */
const documents = [
  'LICENSE',
  'README.md',
  'SKILL.md',
  'dist/LICENSES.txt',
  'dist/openapi.json',
  'dist/postgres.sql',
  ...readPages()
    .map(({ path }) => path)
    .filter(isPublishedPage),
  'package.json',
];

test('the package contains code, types, documents and the dashboard', () => {
  const codeAndTypes = /^dist\/[\w-]+\.(js|cjs|d\.ts|d\.cts)$/;
  const others = files.filter((file) => !codeAndTypes.test(file));
  expect(others).toEqual([...documents, ...dashboard].toSorted());
  expect(dashboard).toEqual(
    ['app.css.br', 'app.js.br', 'control-api.json.br', 'favicon.svg.br', 'index.html.br'].map(
      (file) => `dist/dashboard/${file}`,
    ),
  );
});

test('every file of code and types is used by a subpath or a command', () => {
  const targets = readEntries().flatMap((entry) => [entry.import, entry.require]);
  const entries = [...targets.flatMap(({ types, code }) => [types, code]), ...readCommands()];
  const reached = new Set(entries.flatMap((entry) => [...reachedFrom(entry)]));
  const others = [...documents, ...dashboard];
  expect(files.filter((file) => !others.includes(file))).toEqual([...reached].toSorted());
});

test('no file refers to a source map that is not published', () => {
  expect(code.filter((file) => readPacked(file).includes('sourceMappingURL'))).toEqual([]);
});

test('only the emulator contains its router', () => {
  const router = code.filter((file) => /node_modules\/hono\//.test(readPacked(file)));
  expect(router).toEqual(['dist/emulator.cjs']);
  const others = readEntries().filter(({ name }) => name !== 'emulator');
  const reached = others.flatMap((entry) =>
    [entry.import, entry.require].flatMap(({ code }) => [...reachedFrom(code)]),
  );
  expect(reached.filter((file) => file.includes('emulator'))).toEqual([]);
});

test('no CommonJS file calls import(), which Jest does not support there', () => {
  const isImport = (node: ts.Node) =>
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const scripts = code.filter((file) => file.endsWith('.cjs'));
  expect(scripts.filter((file) => syntaxIn(file).some(isImport))).toEqual([]);
});

test('no subpath needs Buffer, which browsers do not have, except the emulator', () => {
  const entries = readEntries().filter(({ name }) => name !== 'emulator');
  const reached = entries.flatMap((entry) =>
    [entry.import, entry.require].flatMap(({ code }) => [...reachedFrom(code)]),
  );
  const isCode = (file: string) => /\.c?js$/.test(file);
  expect(reached.filter((file) => isCode(file) && /\bBuffer\b/.test(readPacked(file)))).toEqual([]);
});

test('the CommonJS files keep the names of functions and classes, which errors and stacks show', () => {
  const scripts = namesIn(code.filter((file) => file.endsWith('.cjs')));
  // Commands are ES modules only.
  const imported = readEntries().flatMap((entry) => [...reachedFrom(entry.import.code)]);
  const modules = namesIn(imported);
  expect(modules.size).toBeGreaterThan(0);
  expect([...modules].filter((name) => !scripts.has(name))).toEqual([]);
});

test('each statement has its own line, because stack traces and debuggers show lines', () => {
  expect(code.filter(hasSharedLines)).toEqual([]);
});

function hasSharedLines(file: string): boolean {
  const nodes = syntaxIn(file);
  const source = nodes.find(ts.isSourceFile);
  const lineOf = (position: number) => source?.getLineAndCharacterOfPosition(position).line;
  return nodes
    .filter((node) => ts.isSourceFile(node) || ts.isBlock(node))
    .flatMap(({ statements }) => statements.map((statement) => lineOf(statement.getStart(source))))
    .some((line, index, lines) => line === lines[index - 1]);
}

/** The names of functions and classes, or of the variables that they are assigned to. */
function namesIn(modules: string[]): Set<string> {
  const names = modules.flatMap(syntaxIn).flatMap((node) => {
    const isAssigned = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node);
    const value = isAssigned ? node.initializer : node;
    if (!value || !(ts.isFunctionLike(value) || ts.isClassLike(value))) return [];
    const { name } = isAssigned ? node : value;
    // The bundler adds a number to names that several files declare.
    return name && ts.isMemberName(name) ? [name.text.replace(/\d+$/, '')] : [];
  });
  return new Set(names);
}
