import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this suite. */
export const suite = new URL('.', import.meta.url);

export const tarball = new URL('../outlet-open-api.tgz', suite);

/** Not in node_modules, where api-extractor would treat the package as a dependency. */
export const unpacked = new URL('unpacked/', suite);

/** The files of one subpath, for one kind of module. */
interface Target {
  readonly types: string;
  readonly code: string;
}

/** One subpath of the package. */
export interface Entry {
  /** The specifier in an import, such as `outlet-open-api/webhooks`. */
  readonly specifier: string;
  /** The name of its report, such as `webhooks`. */
  readonly name: string;
  readonly import: Target;
  readonly require: Target;
}

interface Manifest {
  readonly name: string;
  readonly bin: Record<string, string>;
  readonly exports: Record<
    string,
    string | Record<'import' | 'require', Record<'types' | 'default', string>>
  >;
}

/** The files of the package's commands. */
export function readCommands(): string[] {
  return Object.values(readManifest().bin);
}

/** Every subpath with code. */
export function readEntries(): Entry[] {
  const manifest = readManifest();
  return Object.entries(manifest.exports).flatMap(([subpath, targets]) => {
    if (typeof targets === 'string') return [];
    const specifier = posix.join(manifest.name, subpath);
    const name = subpath === '.' ? manifest.name : subpath.slice(2).replaceAll('/', '-');
    const targetOf = (kind: 'import' | 'require') => ({
      types: posix.normalize(targets[kind].types),
      code: posix.normalize(targets[kind].default),
    });
    return [{ specifier, name, import: targetOf('import'), require: targetOf('require') }];
  });
}

function readManifest(): Manifest {
  return JSON.parse(readPacked('package.json'));
}

/** Every file of the package, sorted. */
export function packedFiles(): string[] {
  return readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(fileURLToPath(unpacked).length))
    .map((file) => file.replaceAll('\\', '/').replace(/^\//, ''))
    .toSorted();
}

export function readPacked(file: string): string {
  return readFileSync(new URL(file, unpacked), 'utf8');
}
