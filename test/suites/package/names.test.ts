import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { reportFolder } from './api/reports.js';
import { type Entry, readEntries, unpacked } from './packed.js';
import { run } from './run.js';

const entries = readEntries();
const specifiers = entries.map(({ specifier }) => specifier);
const { status, output } = await run('plain-node/names.mjs', specifiers);
if (status !== 0) throw new Error(output);
const names: Record<string, { imported: string[]; required: string[] }> = JSON.parse(output);

const pathOf = (file: string) => join(fileURLToPath(unpacked), file);
const program = ts.createProgram(
  entries.flatMap((entry) => [pathOf(entry.import.types), pathOf(entry.require.types)]),
  { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, types: [] },
);

const report = ({ name }: Entry) => readFileSync(new URL(`${name}.api.md`, reportFolder), 'utf8');

describe.each(entries)('$specifier', (entry) => {
  test('exports the same names to import and to require', () => {
    expect(names[entry.specifier]?.required).not.toEqual([]);
    expect(names[entry.specifier]?.required).toEqual(names[entry.specifier]?.imported);
  });

  test('exports every value of its API report', () => {
    const values = report(entry).matchAll(/^export (?:const|function) (\w+)/gm);
    expect(names[entry.specifier]?.imported).toEqual(
      expect.arrayContaining([...values].map(([, name]) => name)),
    );
  });

  test('has types for exactly the values that it exports', () => {
    expect(valuesIn(entry.import.types)).toEqual(names[entry.specifier]?.imported);
    expect(valuesIn(entry.require.types)).toEqual(names[entry.specifier]?.required);
  });
});

/** The values that a user of these types can call or compare with. */
function valuesIn(types: string): string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(pathOf(types));
  const exported = source && checker.getSymbolAtLocation(source);
  if (!exported) throw new Error(`${types} is not a module`);
  const properties = checker.getPropertiesOfType(checker.getTypeOfSymbol(exported));
  return properties.map(({ name }) => name).toSorted();
}
