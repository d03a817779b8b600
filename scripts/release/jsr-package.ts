import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referringTo } from '../types-for-require.js';

/**
 * Turns an unpacked tarball into a package for JSR: only ES modules, and each entry has a comment that names its types. The
 * type files import each other by file name. The msw handlers, the OpenTelemetry subpath and the emulator are published on npm only.
 */
export function turnIntoJsrPackage(folder: string): void {
  const dist = join(folder, 'dist');
  for (const name of readdirSync(dist).filter((file) => file.endsWith('.d.cts'))) {
    const types = join(dist, name.replace(/cts$/, 'ts'));
    if (!existsSync(types)) renameSync(join(dist, name), types);
  }
  for (const name of readdirSync(dist).filter((file) => file.endsWith('.d.ts'))) {
    rewrite(join(dist, name), (types) => referringTo('.d.ts', types));
  }
  const { name, version, license, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const subpaths = Object.keys(exports).filter((subpath) => !/json$|sql$|msw$|otel$|emulator$/.test(subpath));
  const modules = subpaths.map((subpath) => [subpath, exports[subpath].import.default]);
  for (const [, file] of modules) {
    const types = `./${file.split('/').at(-1).replace(/js$/, 'd.ts')}`;
    rewrite(join(folder, file), (code) => `/* @ts-self-types="${types}" */\n${code}`);
  }
  const description = {
    name: `@${name}/sdk`,
    version,
    license,
    exports: Object.fromEntries(modules),
    publish: {
      include: ['dist/*.js', 'dist/*.d.ts', 'README.md', 'LICENSE', 'jsr.json'],
      exclude: ['dist/emulator*', 'dist/verify-command*'],
    },
  };
  writeFileSync(join(folder, 'jsr.json'), JSON.stringify(description, null, 2));
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
