import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { installedFile } from './install-packages.js';

/** An example that was copied as a user would. Only the packages of its package.json are installed. */
export interface CopiedExample {
  readonly folder: string;
  /** The compiler options of its tsconfig.json. */
  readonly compilerOptions: unknown;
  /** The text of each TypeScript file, by its path. */
  readonly code: ReadonlyMap<string, string>;
  /** What its files import. */
  readonly imports: readonly string[];
  /** The imports that are neither its own files, nor its packages, nor modules of Node.js. */
  readonly importsFromOutside: readonly string[];
}

/** What installing, building and running leave behind. */
const generated = ['node_modules', 'dist', '.next', 'next-env.d.ts'];

/** Copies an example into a new folder, and links its packages from those of a suite. */
export function copyExample(source: string, folder: string, suite: URL): CopiedExample {
  cpSync(source, folder, { recursive: true, filter: (path) => !generated.includes(basename(path)) });
  const readText = (file: string) => readFileSync(join(folder, file), 'utf8');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const code = new Map(
    files.filter((file) => file.endsWith('.ts')).map((file) => [join(folder, file), readText(file)]),
  );

  const { dependencies, devDependencies } = JSON.parse(readText('package.json'));
  const packages = Object.keys({ ...dependencies, ...devDependencies });
  // A suite does not install the packages that it does not need, such as tsx. Imports of a missing package do not compile.
  for (const name of packages) {
    const installed = fileURLToPath(installedFile(suite, name));
    if (!existsSync(installed)) continue;
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(installed, link, 'junction');
  }

  const imports = [...code].flatMap(([file, text]) =>
    ts.preProcessFile(text).importedFiles.map(({ fileName }) => ({ file, specifier: fileName })),
  );
  const isInside = ({ file, specifier }: (typeof imports)[number]) => {
    if (specifier.startsWith('.')) return resolve(dirname(file), specifier).startsWith(folder + sep);
    const name = packageOf(specifier);
    return specifier.startsWith('node:') || packages.includes(name) || packages.includes(`@types/${name}`);
  };
  return {
    folder,
    compilerOptions: existsSync(join(folder, 'tsconfig.json'))
      ? JSON.parse(readText('tsconfig.json')).compilerOptions
      : undefined,
    code,
    imports: imports.map(({ specifier }) => specifier),
    importsFromOutside: imports.filter((one) => !isInside(one)).map(({ specifier }) => specifier),
  };
}

/** Returns the name of the package that a specifier refers to. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
