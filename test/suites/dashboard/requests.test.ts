import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { OutletClient } from 'outlet-open-api';
import type { Emulator } from 'outlet-open-api/emulator';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clientOf, order } from './integration.js';
import { confirm, copy, type Row, readTable } from './page.js';
import { open, start } from './start.js';

const idempotencyKey = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('the log shows the requests of a client as they arrive', async () => {
  // The clock is constant, so all requests are in one window.
  const now = () => Date.parse('2026-03-01T12:00:00Z');
  const { page, ordering } = await openLog('/requests', { now });
  await page.getByText('No requests yet.').waitFor();

  await ordering.orders.create(order, { idempotencyKey });
  await ordering.orders.create(order, { idempotencyKey });
  await ordering.orders.get('o-none').catch(() => {});

  await expect
    .poll(async () => (await rowsOf(page)).map(({ Request, Status }) => [Request, Status]))
    .toEqual([
      ['GET /orders/o-none\nOrder not found', '404'],
      ["POST /orders\nReplay\nOriginal\nF-1's", '201'],
      ["POST /orders\nF-1's", '201'],
    ]);
  const rows = await rowsOf(page);
  for (const row of rows)
    expect(row).toMatchObject({ 'API key': 'Digital Ordering', Time: expect.stringMatching(/\.000$/) });

  for (const _ of [1, 2, 3, 4]) await ordering.channels.list().catch(() => {});
  await page.getByRole('row').filter({ hasText: '2 × 429' }).getByRole('link').focus();
  await ordering.channels.list().catch(() => {});
  await page.getByText('3 × 429').waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('GET /channels');
});

test('filters find requests by key, method, status, kind and text', async () => {
  const { emulator, page, ordering } = await openLog('/requests', { rateLimit: false });
  const reading = clientOf(emulator, emulator.fake.key('order-data').token);
  emulator.fake.failNext({ path: '/menus', fault: 'server-error' });
  emulator.fake.failNext({ path: '/orders/o-lost', fault: 'dropped-request' });
  await ordering.orders.create(order, { idempotencyKey });
  await ordering.orders.create(order, { idempotencyKey });
  await ordering.orders.get('o-none').catch(() => {});
  await ordering.menus.get({ channelType: 'dine-in' }).catch(() => {});
  await ordering.orders.get('o-lost').catch(() => {});
  await reading.channels.list();
  await shows(page, [
    ...['GET /channels', 'GET /orders/o-lost', 'GET /menus?channelType=dine-in'],
    ...['GET /orders/o-none', 'POST /orders', 'POST /orders'],
  ]);

  await filterShows(page, 'API key', 'Order Data', 'All keys', ['GET /channels']);
  await filterShows(page, 'Method', 'POST', 'All methods', ['POST /orders', 'POST /orders']);
  await filterShows(page, 'Status', '4xx: rejected', 'All statuses', ['GET /orders/o-none']);
  await filterShows(page, 'Status', '5xx: failed', 'All statuses', ['GET /menus?channelType=dine-in']);
  await filterShows(page, 'Status', 'No response', 'All statuses', ['GET /orders/o-lost']);
  await filterShows(page, 'Kind', 'Replays', 'All requests', ['POST /orders']);
  await filterShows(page, 'Kind', 'With a fault', 'All requests', [
    'GET /orders/o-lost',
    'GET /menus?channelType=dine-in',
  ]);
  // A reference in a body.
  await page.getByRole('searchbox', { name: 'Search' }).fill("F-1's");
  await shows(page, ['POST /orders', 'POST /orders']);
  await page.getByLabel('Method').selectOption('GET');
  await page.getByText('No request matches the filters.').waitFor();
});

test('a paused log shows new requests after it resumes, and can be cleared', async () => {
  const { emulator, page, ordering } = await openLog('/requests');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused. New requests do not appear.').waitFor();
  await ordering.channels.list();
  // The page still shows other news.
  emulator.fake.keys.create({ useCase: 'reservations', label: 'Created later' });
  await page.getByRole('option', { name: 'Created later' }).waitFor({ state: 'attached' });
  expect(await rowsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Resume' }).click();
  await shows(page, ['GET /channels']);

  await page.getByRole('button', { name: 'Pause' }).click();
  await confirm(page, 'Clear the log', 'Clear');
  await page.getByText('No requests yet.').waitFor();
});

test('a request shows both bodies, and copies as a curl command that is a replay', async () => {
  const { emulator, page, ordering, token } = await openLog('/requests');
  const created = await ordering.orders.create(order, { idempotencyKey });
  await page.getByRole('link', { name: 'POST /orders' }).click();
  await page.getByRole('heading', { level: 1, name: 'POST /orders' }).waitFor();

  expect(JSON.parse(await copy(page, page, 'Request body'))).toEqual(order);
  expect(JSON.parse(await copy(page, page, 'Response body'))).toEqual(created);
  for (const summary of await page.locator('summary').all()) await summary.click();
  expect(await copy(page, page, 'Request headers')).toContain(`idempotency-key: ${idempotencyKey}`);
  expect(await copy(page, page, 'Response headers')).toContain('x-ratelimit-remaining: 4');

  const curl = await copy(page, page, 'curl');
  const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} -s`], {
    env: { ...process.env, OUTLET_ACCESS_TOKEN: token },
  });
  expect(JSON.parse(stdout)).toEqual(created);
  expect(await page.content()).not.toContain(token);

  await page.getByRole('link', { name: 'All requests' }).click();
  await shows(page, ['POST /orders', 'POST /orders']);
  await page.getByText('Replay', { exact: true }).waitFor();
  const bodies = emulator.fake.requests.map(({ body }) => body);
  expect(bodies[1]).toEqual(bodies[0]);

  // The reader clears the log in another tab.
  await page.getByRole('link', { name: 'POST /orders' }).first().click();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await clearLog(emulator);
  await page.getByRole('alert').getByText('The log has no request 2').waitFor();
  expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0);
});

test('a request copies as SDK code that sends the same request', async () => {
  const { emulator, page, ordering } = await openLog('/requests');
  await ordering.orders.create(order, { idempotencyKey });
  await page.getByRole('link', { name: 'POST /orders' }).click();
  const code = await copy(page, page, 'SDK code');

  await new Function('outlet', `return (async () => { ${code} })();`)(ordering);
  const [first, second] = emulator.fake.requests;
  expect(second).toMatchObject({ method: 'POST', path: first?.path, body: first?.body });
  expect(second?.headers['idempotency-key']).toBe(idempotencyKey);

  await page.getByText('The API knows the idempotency key: it returns its first response again').waitFor();
  await page.getByLabel('Use a new idempotency key').check();
  const codeWithNewKey = await copy(page, page, 'SDK code');
  await new Function('outlet', `return (async () => { ${codeWithNewKey} })();`)(ordering);
  const third = emulator.fake.requests.at(2);
  expect(third?.body).toEqual(first?.body);
  expect(third?.headers['idempotency-key']).not.toBe(idempotencyKey);
});

test('a body is shown with all its fields and digits, and copied as it was sent', async () => {
  const { emulator, page, token } = await openLog('/requests');
  const body = '{"channelId":"channel-foodie","channelId":"x","guestCount":12345678901234567890,"items":[]}';
  await fetch(`${emulator.url}/api/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  await page.getByRole('link', { name: 'POST /orders' }).click();

  const shown = page.locator('figure', { hasText: 'Request body' }).locator('code');
  expect(await shown.textContent()).toBe(
    '{\n  "channelId": "channel-foodie",\n  "channelId": "x",\n  "guestCount": 12345678901234567890,\n  "items": []\n}',
  );
  expect(await copy(page, page, 'Request body')).toBe(body);
});

test('an order that was created twice says by which requests', async () => {
  const { emulator, page, ordering } = await openLog('/requests', { rateLimit: false });
  emulator.fake.failNext({ fault: 'server-error-after-effect', times: 2 });
  const partnerInfo = { partnerChannel: 'foodie', orderId: 'F-2' };
  for (const _ of [1, 2]) await ordering.orders.create(order).catch(() => {});
  const imported = { externalOrderSource: 'old-pos', orderDate: '2025-11-20T12:00:00Z', partnerInfo };
  await ordering.orders.import(imported, { idempotencyKey });
  await ordering.orders.import(imported);
  // Each order keeps its row, although all requests failed in the same way.
  await shows(page, ['POST /orders/import', 'POST /orders/import', 'POST /orders', 'POST /orders']);

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByText('such as F-2.').waitFor();
  await page.getByRole('link', { name: 'See the orders' }).click();
  await page.getByRole('heading', { level: 2, name: 'Created twice' }).waitFor();
  const creations = () => readTable(page, 'Orders with the same reference');
  const rows = await creations();
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    Created: expect.not.stringContaining('Nov 20'),
    'Idempotency key': idempotencyKey,
    Request: expect.stringContaining('POST /orders/import'),
  });

  await clearLog(emulator);
  await expect
    .poll(creations)
    .toMatchObject(Array(2).fill({ Request: 'No longer in the log', 'Idempotency key': '' }));
});

test('two requests are compared, with what differs marked', async () => {
  const { page, ordering } = await openLog('/requests', { rateLimit: false });
  await ordering.orders.create(order, { idempotencyKey });
  await ordering.orders.create({ ...order, items: [{ menuItemId: 'item-pizza', quantity: 1 }] });
  await page.goto(page.url().replace(/#.*/, '#/requests/2'));
  await page.getByLabel('Compare with').selectOption({ index: 1 });

  const [mine, other] = ['Request 2', 'Request 1'].map((name) =>
    page.locator('section', { has: page.getByRole('heading', { name, exact: true }) }),
  );
  await other?.getByText(idempotencyKey, { exact: true }).first().waitFor();
  const marks = await other?.locator('figure', { hasText: 'Request body' }).locator('mark').allTextContents();
  expect(marks?.map((text) => text.trim())).toEqual(['"menuItemId": "item-burger",', '"quantity": 2']);
  await mine?.getByText('"menuItemId": "item-pizza",').first().waitFor();

  await page.goto(page.url().replace('with=1', 'with=9'));
  await page.getByRole('alert').getByText('The log has no request 9').waitFor();
});

test('the log is exported as HAR with its filters, and an empty log shows a command to copy', async () => {
  const { page, ordering, emulator } = await openLog('/requests', { rateLimit: false });
  const command = await copy(page, page, 'curl');
  expect((await promisify(execFile)('sh', ['-c', `${command} -s`])).stdout).toContain('channel-foodie');
  await ordering.orders.create(order, { idempotencyKey });

  await page.getByLabel('Method').selectOption('POST');
  const href = await page
    .getByRole('link', { name: 'Export HAR' })
    .evaluate((link) => (link as HTMLAnchorElement).href);
  const { log } = await (await fetch(href)).json();
  expect(log.entries).toMatchObject([{ request: { method: 'POST', url: `${emulator.url}/api/v1/orders` } }]);
});

test('a replay links to its original and to its order, and a rejected token says why', async () => {
  const { emulator, page, ordering, token } = await openLog('/requests');
  await ordering.orders.create(order, { idempotencyKey });
  await ordering.orders.create(order, { idempotencyKey });
  await clientOf(emulator, token.slice(0, 90))
    .channels.list()
    .catch(() => {});

  await page.getByText(`The token is incomplete: it has 90 of the ${token.length} characters`).waitFor();
  await page.getByRole('link', { name: 'Original' }).click();
  await page.getByRole('heading', { level: 1, name: 'POST /orders' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/requests/1');
  await page.getByRole('link', { name: "F-1's" }).click();
  await page.getByRole('heading', { level: 1, name: "F-1's" }).waitFor();
});

/** Opens a view, with a client of the Digital Ordering key. */
async function openLog(
  view: string,
  options: Parameters<typeof start>[0] = {},
): Promise<{ emulator: Emulator; page: Page; ordering: OutletClient; token: string }> {
  const emulator = await start(options);
  const { token } = emulator.fake.key('digital-ordering');
  const page = await open(emulator.dashboardUrl, view);
  return { emulator, page, ordering: clientOf(emulator, token), token };
}

async function clearLog({ url }: Emulator): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/control/v1/outlets/default/requests`, { method: 'DELETE', headers });
}

function rowsOf(page: Page): Promise<Row[]> {
  return readTable(page, 'Requests');
}

async function shows(page: Page, requests: readonly string[]): Promise<void> {
  const table = page.getByRole('table', { name: 'Requests' });
  const links = table.getByRole('rowheader').getByRole('link', { name: /^[A-Z]+ \// });
  await expect.poll(() => links.allInnerTexts()).toEqual(requests);
}

/** Chooses a filter, expects requests, and chooses all requests again. */
async function filterShows(
  page: Page,
  label: string,
  option: string,
  all: string,
  requests: readonly string[],
): Promise<void> {
  const select = page.getByRole('search').getByLabel(label);
  await select.selectOption(option);
  await shows(page, requests);
  await select.selectOption(all);
}
