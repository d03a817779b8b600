import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Makes the package as JSR takes it, and gives its folder: the ES modules of the build, each entry with a comment that names its
 * types, and types that name each other as the files that they are. The handlers of msw stay with npm.
 */
export function makeJsrPackage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outlet-open-api-jsr-'));
  for (const name of ['dist', 'package.json', 'README.md', 'LICENSE']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  const dist = join(folder, 'dist');
  for (const name of readdirSync(dist).filter((file) => file.endsWith('.d.ts'))) {
    rewrite(join(dist, name), (types) => types.replace(/(['"])(\.\/[^'"]+)\.js\1/g, '$1$2.d.ts$1'));
  }
  const { name, version, license, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = Object.keys(exports).filter((subpath) => !/json$|msw$/.test(subpath));
  const modules = entries.map((subpath) => [subpath, exports[subpath].import.default]);
  for (const [, file] of modules) {
    const types = `./${file.split('/').at(-1).replace(/js$/, 'd.ts')}`;
    rewrite(join(folder, file), (code) => `/* @ts-self-types="${types}" */\n${code}`);
  }
  const description = {
    name: `@${name}/sdk`,
    version,
    license,
    exports: Object.fromEntries(modules),
    publish: { include: ['dist/**/*.js', 'dist/**/*.d.ts', 'README.md', 'LICENSE', 'jsr.json'] },
  };
  writeFileSync(join(folder, 'jsr.json'), JSON.stringify(description, null, 2));
  return folder;
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
