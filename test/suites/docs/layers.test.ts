import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { type Layer, layers } from '../../../scripts/docs/layers.js';

const root = new URL('../../../src/', import.meta.url);

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));

/** The layer of a file: the most specific one. */
function layerOf(file: string): Layer | undefined {
  const found = layers.filter(({ path }) => isIn(file, path));
  return found.toSorted((one, other) => other.path.length - one.path.length)[0];
}

function isIn(file: string, path: string): boolean {
  return path.endsWith('/') ? file.startsWith(path) : file === path;
}

/** The modules that a file imports, also only for their types: paths in `src/`, and names of packages. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(new URL(file, root), 'utf8'));
  return importedFiles.map(({ fileName }) =>
    fileName.startsWith('.') ? posix.join(posix.dirname(file), fileName).replace(/\.js$/, '.ts') : fileName,
  );
}

function isAllowed(layer: Layer, imported: string): boolean {
  if (imported.startsWith('node:')) return layer.isForNode || layer.imports.includes(imported);
  const isOwnCode = files.includes(imported);
  return !isOwnCode || layerOf(imported) === layer || layer.imports.some((path) => isIn(imported, path));
}

describe('the layers of src', () => {
  test('contain every file', () => {
    expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  test.each(layers)('$path imports only what it may import', (layer) => {
    const forbidden = files
      .filter((file) => layerOf(file) === layer)
      .flatMap((file) => importsOf(file).map((imported) => ({ file, imported })))
      .filter(({ imported }) => !isAllowed(layer, imported));
    expect(forbidden).toEqual([]);
  });

  test.each(layers.map(({ path, imports }, index) => ({ path, imports, index })))(
    '$path imports nothing below it in the list, so no import climbs',
    ({ imports, index }) => {
      const above = layers.slice(0, index).map(({ path }) => path);
      const climbing = imports.filter(
        (path) => !path.startsWith('node:') && !above.some((other) => isIn(path, other)),
      );
      expect(climbing).toEqual([]);
    },
  );

  test('transport/receive reads a response without knowing how its request was sent', () => {
    const reading = files.filter((file) => file.startsWith('transport/receive/'));
    expect(reading.flatMap(importsOf).filter((path) => path.startsWith('transport/send/'))).toEqual([]);
  });

  test('the dashboard imports only the contract of the emulator, entities, and the door of the fake', () => {
    const allowed = ['emulator/contract/', 'entities/', 'fake/index.ts'];
    const folder = new URL('../dashboard/', root);
    const imported = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => importsOf(`../dashboard/${path}`))
      .map((path) => path.replace('../src/', ''))
      .filter((path) => files.includes(path));
    expect(imported).not.toEqual([]);
    expect(imported.filter((path) => !allowed.some((other) => isIn(path, other)))).toEqual([]);
  });
});
