import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, buildApp, type Server } from './app.js';
import { nextHosts } from './hosts.js';
import { expectedFive, type Outlet, openOutlet, webhookSecret } from './outlet.js';

describe.each(nextHosts)('$name', (host) => {
  let outlet: Outlet;
  let app: App;
  let server: Server;

  beforeAll(async () => {
    outlet = await openOutlet();
    app = await buildApp(host, outlet.variables);
    server = await app.serve();
  });
  afterAll(async () => {
    server?.stop();
    app?.remove();
    await outlet?.emulator.close();
  });

  test.each(host.paths ?? [])('runs the five lines at %s', async (path) => {
    expect(JSON.parse(await server.get(path))).toEqual(expectedFive);
  });

  test.each(['', '/edge'])('receives a webhook at %s/webhooks', async (runtime) => {
    const response = await fetch(`${server.url}${runtime}/webhooks?secret=${webhookSecret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event: 'order.complete', id: 'o-1', updatedAt: new Date().toISOString() }),
    });
    expect(response.status).toBe(200);
  });

  test('reads live data for a page that it could prerender', async () => {
    const { requests } = outlet.emulator.fake;
    const sent = requests.length;
    expect(await server.get('/channels')).toContain('channel-foodie');
    await server.get('/channels');
    expect(requests.length).toBe(sent + 2);
  });

  test('shows each change of an order in both runtimes, and stores none on the disk', async () => {
    const statuses = () =>
      Promise.all(
        ['', '/edge'].map(async (runtime) => {
          const page = await server.get(`${runtime}/orders/${outlet.id}`);
          return /Status: (?:<!-- -->)?(\w+)/.exec(page)?.[1];
        }),
      );
    expect(await statuses()).toEqual(['open', 'open']);
    outlet.emulator.fake.orders.cancel(outlet.id);
    expect(await statuses()).toEqual(['cancelled', 'cancelled']);
    expect(existsSync(`${app.folder}/.next/cache/fetch-cache`)).toBe(false);
  });
});
