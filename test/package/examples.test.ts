import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, describe, expect, test } from 'vitest';
import { suite } from './packed.js';
import { run } from './run.js';

const sources = fileURLToPath(new URL('../../examples/', suite));
const modules = fileURLToPath(new URL('node_modules/', suite));
const copies = realpathSync(mkdtempSync(join(tmpdir(), 'outlet-open-api-examples-')));

/** The folders that depend on a published version. The others install the packed SDK. */
const names = readdirSync(sources).filter((name) => {
  const file = join(sources, name, 'package.json');
  return existsSync(file) && readFileSync(file, 'utf8').includes('"outlet-open-api": "^');
});

afterAll(() => rmSync(copies, { recursive: true }));

/** Copies a folder as a user would. Only the packages of its package.json are installed. */
function copyAlone(name: string): { readonly folder: string; readonly packages: readonly string[] } {
  const folder = join(copies, name);
  cpSync(join(sources, name), folder, { recursive: true });
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const packages = Object.keys({ ...dependencies, ...devDependencies });
  // This suite does not install tsx: no example imports it.
  for (const name of packages.filter((name) => existsSync(join(modules, name)))) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(modules, name), link, 'junction');
  }
  return { folder, packages };
}

/** Returns what the files of a folder import, with relative paths from the folder. */
function importsOf(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) =>
    ts.preProcessFile(readFileSync(join(folder, file), 'utf8')).importedFiles.map(({ fileName }) => {
      if (!fileName.startsWith('.')) return fileName;
      return `./${relative(folder, join(folder, dirname(file), fileName))}`;
    }),
  );
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

test('there are examples to copy', () => {
  expect(names).toContain('digital-ordering');
});

describe.concurrent.each(names)('examples/%s, copied alone', (name) => {
  const { folder, packages } = copyAlone(name);

  test('compiles with its own tsconfig.json and packages', async () => {
    const ending = await run('node_modules/typescript/bin/tsc', [], pathToFileURL(`${folder}/`));
    expect(ending).toEqual({ status: 0, output: '' });
    const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
    expect(compilerOptions).toMatchObject({ strict: true, noUncheckedIndexedAccess: true });
  });

  test('imports only its own files, its packages and Node.js', () => {
    const imports = importsOf(folder);
    expect(imports).toContain('outlet-open-api');
    const outside = imports.filter((specifier) =>
      specifier.startsWith('.')
        ? !existsSync(join(folder, specifier.replace(/\.js$/, '.ts'))) || specifier.startsWith('./..')
        : !specifier.startsWith('node:') && !packages.includes(packageOf(specifier)),
    );
    expect(outside).toEqual([]);
  });

  test('declares nothing that other code would see', () => {
    const code = readdirSync(folder).map((file) =>
      file.endsWith('.ts') ? readFileSync(join(folder, file), 'utf8') : '',
    );
    expect(code.join('\n')).not.toMatch(/declare (module|global)/);
  });
});
