import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
const { paths }: { paths: Record<string, [string]> } = JSON.parse(
  readFileSync(new URL('tsconfig.json', root), 'utf8'),
).compilerOptions;

/**
 * Resolves the SDK to its source. `resolve.tsconfigPaths` would read the tsconfig.json of a file's own folder, and examples have one
 * each.
 */
export const sourceAlias = Object.entries(paths).map(([specifier, [file]]) => ({
  find: new RegExp(`^${specifier}$`),
  replacement: fileURLToPath(new URL(file, root)),
}));
