import { existsSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { dashboardFolder } from './dashboard-folder.js';

const notBuilt = `The files of the dashboard are missing, so this page is empty. The API works.
In a clone of the repository, run: npm run build
In an installed package, install the package again.
`;

/** Serves the page of the dashboard. Its files are below `/dashboard/`. */
export function createDashboardFiles(): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('cache-control', 'no-cache');
  });
  const root = dashboardFolder;
  if (!existsSync(root)) app.get('/', (context) => context.text(notBuilt, 503));
  else app.get('*', serveStatic({ root, rewriteRequestPath: (path) => path.replace(/^\/dashboard/, '') }));
  return app;
}
