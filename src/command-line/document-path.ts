import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/**
 * Returns the path of a page below `docs/`, which the package contains, from the current folder. The package refers to itself by name, so
 * the path is right in the source, and in an installed package.
 */
export function documentPath(page: string): string {
  const manifest = createRequire(import.meta.filename).resolve('outlet-open-api/package.json');
  return relative(process.cwd(), join(dirname(manifest), 'docs', page));
}
