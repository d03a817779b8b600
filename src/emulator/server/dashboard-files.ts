import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Context } from 'hono';
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
  '.json': 'application/json',
};

const notBuilt = `The files of the dashboard are missing, so this page is empty. The API and the control API work.
In a clone of the repository, run: npm run build
In an installed package, install the package again.
`;

async function contentOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await decompress(await readFile(join(dashboardFolder, name))));
}

/** Serves the OpenAPI document of the control API, which is in the same folder. */
export async function controlApiDocument(context: Context): Promise<Response> {
  if (!existsSync(dashboardFolder)) return context.text(notBuilt, 503);
  const document = await contentOf('control-api.json.br');
  return context.body(document, 200, { 'content-type': 'application/json' });
}

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
      return context.body(await contentOf(name), 200, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'cache-control': 'no-cache',
      });
    });
  }
  return app;
}
