import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The folder with the files of the dashboard. The package refers to itself by name, so the path is the same from the source, from
 * `dist/`, and in an installed package.
 */
export const dashboardFolder = join(
  dirname(createRequire(import.meta.filename).resolve('outlet-open-api/package.json')),
  'dist/dashboard',
);
