import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inExamples } from './receiver.js';

interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = (path: string) => readFileSync(inExamples(path), 'utf8');
const readManifest = (path: string): Manifest => JSON.parse(read(path));
const dependenciesOf = ({ dependencies, devDependencies }: Manifest) => ({
  ...dependencies,
  ...devDependencies,
});

const ignored = ['node_modules', 'test'];
const folders = readdirSync(inExamples('.'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !ignored.includes(entry.name))
  .map(({ name }) => name);
const [major, minor] = readManifest('../../package.json').version?.split('.') ?? [];
const versions = {
  ...dependenciesOf(readManifest('package.json')),
  'outlet-open-api': `^${major}.${minor}.0`,
};

/** Returns the specifiers that the TypeScript files of a folder import, by file. */
function importsOf(folder: string): { file: string; specifier: string }[] {
  return readdirSync(inExamples(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(?:^|[\\/])(?:node_modules|\.next)[\\/]|next-env/.test(file))
    .flatMap((file) => {
      const imports = read(`${folder}/${file}`).matchAll(/(?:from |import\(?\s*)'([^']+)'/g);
      return Array.from(imports, ([, specifier = '']) => ({ file, specifier }));
    });
}

/** Returns the name of the package that a specifier refers to. */
const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';

describe.each(folders)('%s can be copied out', (folder) => {
  const manifest = readManifest(`${folder}/package.json`);

  it('is a private ES module package with a start script', () => {
    expect(manifest).toMatchObject({ private: true, type: 'module', scripts: { start: expect.any(String) } });
  });

  it('has the tested versions of its dependencies', () => {
    expect(versions).toMatchObject(dependenciesOf(manifest));
  });

  it('imports only its own files and dependencies', () => {
    const root = inExamples(folder) + sep;
    const dependencies = dependenciesOf(manifest);
    const isOwn = ({ file, specifier }: { file: string; specifier: string }) => {
      if (specifier.startsWith('.')) return resolve(root, dirname(file), specifier).startsWith(root);
      const name = packageOf(specifier);
      return name.startsWith('node:') || name in dependencies || `@types/${name}` in dependencies;
    };

    expect(importsOf(folder)).not.toEqual([]);
    expect(importsOf(folder).filter((one) => !isOwn(one))).toEqual([]);
  });

  it('has a README of 10 to 30 lines that names its environment variables', () => {
    const readme = read(`${folder}/README.md`);
    const code = importsOf(folder).map(({ file }) => read(`${folder}/${file}`));
    const variables = code.flatMap((text) =>
      Array.from(text.matchAll(/(?:process\.env\.|Deno\.env\.get\('|\benv\.)([A-Z_]+)/g), ([, name]) => name),
    );

    expect(readme.trim().split('\n').length).toSatisfy((lines) => lines >= 10 && lines <= 30);
    expect(variables).not.toEqual([]);
    expect(variables.filter((name) => !readme.includes(`${name}`))).toEqual([]);
  });

  it('is in the table of all receivers', () => {
    expect(read('README.md')).toContain(`](${folder}/README.md)`);
  });
});
