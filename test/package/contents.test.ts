import ts from 'typescript';
import { expect, test } from 'vitest';
import { packedFiles, readCommands, readEntries, readPacked } from './packed.js';
import { reachedFrom, syntaxIn } from './sources.js';

const files = packedFiles();
const code = files.filter((file) => /\.c?js$/.test(file));

/** What the package holds besides code and its types. */
const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/LICENSES.txt', 'package.json'];

test('the package holds code, its types and papers, all of one level', () => {
  const codeAndTypes = /^dist\/[\w-]+\.(js|cjs|d\.ts|d\.cts)$/;
  expect(files.filter((file) => !codeAndTypes.test(file))).toEqual(papers);
});

test('every file of code and types is reached from a subpath or a command', () => {
  const targets = readEntries().flatMap((entry) => [entry.import, entry.require]);
  const entries = [...targets.flatMap(({ types, code }) => [types, code]), ...readCommands()];
  const reached = new Set(entries.flatMap((entry) => [...reachedFrom(entry)]));
  expect(files.filter((file) => !papers.includes(file))).toEqual([...reached].toSorted());
});

test('no code asks for a source map that is not there', () => {
  expect(code.filter((file) => readPacked(file).includes('sourceMappingURL'))).toEqual([]);
});

test('no CommonJS file imports: Jest, among others, has no import() there', () => {
  const isImport = (node: ts.Node) =>
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const scripts = code.filter((file) => file.endsWith('.cjs'));
  expect(scripts.filter((file) => syntaxIn(file).some(isImport))).toEqual([]);
});

test('no subpath needs Buffer, which browsers lack', () => {
  const reached = readEntries().flatMap((entry) =>
    [entry.import, entry.require].flatMap(({ code }) => [...reachedFrom(code)]),
  );
  const isCode = (file: string) => /\.c?js$/.test(file);
  expect(reached.filter((file) => isCode(file) && /\bBuffer\b/.test(readPacked(file)))).toEqual([]);
});

test('the CommonJS files keep the names of functions and classes, which errors and their stacks show', () => {
  const scripts = namesIn(code.filter((file) => file.endsWith('.cjs')));
  // Commands are ES modules only.
  const imported = readEntries().flatMap((entry) => [...reachedFrom(entry.import.code)]);
  const modules = namesIn(imported);
  expect(modules.size).toBeGreaterThan(0);
  expect([...modules].filter((name) => !scripts.has(name))).toEqual([]);
});

test('no line of code fills the terminal when Node prints the one that threw', () => {
  const longest = (file: string) =>
    Math.max(
      ...readPacked(file)
        .split('\n')
        .map((line) => line.length),
    );
  expect(code.filter((file) => longest(file) > 400)).toEqual([]);
});

/** The names of functions and classes: their own, or those of what they are assigned to. */
function namesIn(modules: string[]): Set<string> {
  const names = modules.flatMap(syntaxIn).flatMap((node) => {
    const isAssigned = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node);
    const value = isAssigned ? node.initializer : node;
    if (!value || !(ts.isFunctionLike(value) || ts.isClassLike(value))) return [];
    const { name } = isAssigned ? node : value;
    return name && ts.isMemberName(name) ? [name.text] : [];
  });
  return new Set(names);
}
