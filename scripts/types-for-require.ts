import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes the types of the CommonJS files beside those of the ES modules. They differ in the names of the files that they refer to
 * only, and to bundle them from the sources would take as long again.
 */
export function writeTypesForRequire(dist: URL): void {
  for (const name of readdirSync(dist)) {
    if (!name.endsWith('.d.ts')) continue;
    const types = readFileSync(new URL(name, dist), 'utf8');
    writeFileSync(new URL(name.replace(/\.d\.ts$/, '.d.cts'), dist), referringTo('.cjs', types));
  }
}

/** The types, referring to their neighbours by another ending than `.js`. */
export function referringTo(ending: string, types: string): string {
  return types.replace(/(['"])(\.\/[^'"]+)\.js\1/g, `$1$2${ending}$1`);
}
