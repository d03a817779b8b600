import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Hono } from 'hono/tiny';

/**
 * The folder with the files of the dashboard. The package refers to itself by name, so the path is the same from the source, from
 * `dist/`, and in an installed package.
 */
const dashboardFolder = join(
  dirname(createRequire(import.meta.filename).resolve('outlet-open-api/package.json')),
  'dist/dashboard',
);

const decompress = promisify(brotliDecompress);

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const notBuilt = `The files of the dashboard are missing, so this page is empty. The API works.
In a clone of the repository, run: npm run build
In an installed package, install the package again.
`;

/** Serves the page of the dashboard. Its files are below `/dashboard/`. The package contains them compressed, as `app.js.br`. */
export function createDashboardFiles(): Hono {
  const app = new Hono();
  if (!existsSync(dashboardFolder)) {
    app.get('/', (context) => context.text(notBuilt, 503, { 'cache-control': 'no-cache' }));
    return app;
  }
  for (const name of readdirSync(dashboardFolder)) {
    const path = name.replace(/\.br$/, '');
    app.get(path === 'index.html' ? '/' : `/${path}`, async (context) => {
      const content = await decompress(await readFile(join(dashboardFolder, name)));
      return context.body(content, 200, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'cache-control': 'no-cache',
      });
    });
  }
  return app;
}
