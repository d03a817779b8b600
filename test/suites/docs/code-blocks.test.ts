import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeOutlet } from 'outlet-open-api/testing';
import type { UseCase } from 'outlet-open-api/webhooks';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { allCodeBlocks, type CodeBlock, writeFiles } from './code-blocks/code-block.js';

const blocks = allCodeBlocks();
const runnable = [...writeFiles(blocks.filter(({ info }) => info === ''))];
const copies = blocks.filter(({ info }) => info !== '' && info !== 'no-run');

/** The key that a page's `OUTLET_ACCESS_TOKEN` belongs to, if it is not one for digital ordering. */
const useCases: Readonly<Record<string, UseCase>> = {
  'docs/guides/accounting.md': 'order-data',
  'docs/guides/export.md': 'order-data',
  'docs/guides/inventory.md': 'inventory-management',
  'docs/guides/order-data.md': 'order-data',
  'docs/guides/reservations.md': 'reservations',
  'docs/reference/endpoints.md': 'order-data',
};

/** The outboxes of programs keep running after their tests, so their files stay until the end. */
const folder = mkdtempSync(join(tmpdir(), 'outlet-docs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const sigterm = process.listeners('SIGTERM');
afterEach(() => {
  for (const listener of process.listeners('SIGTERM')) {
    if (!sigterm.includes(listener)) process.removeListener('SIGTERM', listener);
  }
});

test.each(runnable.map(([path, block]) => [`${block.page}:${block.line}`, path, block] as const))(
  'the code in %s runs',
  async (_, path, block) => {
    const servers = listeningServers();
    setUpOutlet(
      block,
      runnable.findIndex(([file]) => file === path),
    );
    for (const level of ['log', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();

    await import(path);

    for (const server of servers) server.close();
  },
);

test.each(copies.map((block) => [block.page, block.info, block.code]))(
  '%s shows the file %s',
  (_, path, code) => {
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).toBe(code);
  },
);

/** Replaces `fetch` by a fake API with a high rate limit, and sets the environment variables that the docs name. */
function setUpOutlet({ page }: CodeBlock, seed: number): void {
  const fake = createFakeOutlet({ seed, rateLimit: { requests: 50, interval: 1_000 } });
  const token = (useCase: UseCase) => fake.key(useCase).token;
  vi.stubGlobal('fetch', fake.fetch);
  vi.stubEnv('OUTLET_BASE_URL', fake.baseUrl);
  vi.stubEnv('OUTLET_ACCESS_TOKEN', token(useCases[page] ?? 'digital-ordering'));
  vi.stubEnv('DIGITAL_ORDERING_TOKEN', token('digital-ordering'));
  vi.stubEnv('RESERVATIONS_TOKEN', token('reservations'));
  vi.stubEnv('ORDER_DATA_TOKEN', token('order-data'));
  vi.stubEnv('INVENTORY_TOKEN', token('inventory-management'));
  vi.stubEnv('WEBHOOK_SECRET', 'a-long-random-secret');
  vi.stubEnv('OUTLET_REF', 'bistro');
  vi.stubEnv('TIME_ZONE', 'Europe/Berlin');
  vi.stubEnv('CURRENCY', 'EUR');
  vi.stubEnv('CHANNEL_ID', 'channel-foodie');
  vi.stubEnv('PARTNER_CHANNEL', 'foodie');
  vi.stubEnv('TABLES', 'T1=table-1,T2=table-2');
  vi.stubEnv('PORT', '0');
  vi.stubEnv('DATA_FOLDER', join(folder, String(seed)));
}

function listeningServers(): Set<Server> {
  const servers = new Set<Server>();
  const { listen } = Server.prototype;
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...args: unknown[]) {
    servers.add(this);
    return Reflect.apply(listen, this, args);
  });
  return servers;
}
