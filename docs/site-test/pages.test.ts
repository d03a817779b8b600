import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { serve } from 'vitepress';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { browserOptions } from '../../test/support/running/browser.js';
import { docs, filesIn, site } from './files.js';

let server: Awaited<ReturnType<typeof serve>>['server'];
let browser: Browser;

beforeAll(async () => {
  ({ server } = await serve({ root: fileURLToPath(docs), port: 0 }));
  browser = await chromium.launch(browserOptions);
});

afterAll(async () => {
  await browser.close();
  server.close();
});

const pages = {
  home: '/',
  guide: '/guides/export',
  table: '/guides/errors',
  example: '/examples/order-data/',
  reference: '/reference/api/outlet-open-api/classes/OutletClient',
};
const [wide, narrow] = [1280, 360];

/** Colors depend on the theme and the layout on the width, so two windows cover both. */
const windows = [
  { width: wide, theme: 'light' },
  { width: narrow, theme: 'dark' },
] as const;

/** Without the page for unknown URLs, which belongs to VitePress. */
function everyPage(): Record<string, string> {
  const files = filesIn(site, '.html').filter((file) => file !== '404.html');
  return Object.fromEntries(files.map((file) => [file, `/${file}`]));
}

/** `npm run nightly -- site` checks every page instead of one of each kind. */
const checked = process.env.NIGHTLY ? everyPage() : pages;

const views = Object.entries(checked).flatMap(([name, path]) =>
  windows.map((window) => ({ name, path, ...window })),
);

test.for(views)('$name, $width px, $theme: accessible, and as wide as the window', async (view) => {
  const { name, path, width, theme } = view;
  const page = await open(path, width, theme);

  if (process.env.SCREENSHOTS) {
    await page.screenshot({
      path: `${process.env.SCREENSHOTS}/${name}-${width}-${theme}.png`,
    });
  }
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
});

test('long lines of code scroll inside their box, and a phone shows every column of a table', async () => {
  const page = await open(pages.table, narrow, 'light');
  const cutOff = (box: string) =>
    page.evaluate(`[...document.querySelectorAll('main ${box}')]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => getComputedStyle(box).overflowX)`);
  expect(new Set((await cutOff('pre')) as string[])).toEqual(new Set(['auto']));
  expect(await cutOff('table')).toEqual([]);
  const cell = page.getByRole('cell', { name: 'Fix the fields that issues lists.' });
  expect(await cell.evaluate((element) => getComputedStyle(element, '::before').content)).toBe(
    '"What to do"',
  );
});

test('a screenshot has the theme that the reader chose on the site', async () => {
  const page = await open('/guides/emulator', wide, 'light');
  const shown = page.getByRole('img', { name: 'One order with its timeline' });
  expect(await shown.getAttribute('src')).toContain('order-light');
  await page.getByRole('switch', { name: 'Switch to dark theme' }).click();
  expect(await shown.getAttribute('src')).toContain('order-dark');
});

/** Headings that come first, and how people ask for them. */
const firstResults = {
  'Many outlets': ['40 outlets', 'many outlets', 'backend for 40 outlets'],
  'Contents, fields and total of an order': ['contents of an order', 'order contents', 'order fields'],
  Idempoten: ['idempotency'],
  'quickbooks-bill.ts': ['quickbooks-bill.ts'],
  'Start without an account': ['without an account'],
  'Lost webhooks': ['lost webhooks'],
  'Set the webhook URL': ['webhook url'],
  'Follow the order until it is ready': ['how do I know when an order is ready'],
  'List the orders of a day': ['list orders of a day'],
  'Supplier bills': ['supplier bills'],
  'Published menus': ['menu published'],
};

/** Headings that are among the first six results, and how people ask for them. */
const questions = {
  'No webhooks arrive': ['no webhook', 'webhooks not received', 'webhooks do not arrive'],
  'The request times out: does the order exist after a timeout?': [
    'timeout order exists',
    'order after timeout',
    'timeout',
    'what happens if my request times out',
  ],
  'Two orders were created, one of them a duplicate': [
    'two orders',
    'order created twice',
    'duplicate order',
  ],
  'Missing orders: the list has fewer than the dashboard': [
    'missing orders',
    'fewer orders',
    'list incomplete',
    'orders missing dashboard',
  ],
  '401: the token is rejected': ['401', '401 token', 'token rejected'],
  'Simulate faults': ['simulate 429', '429 test', 'simulate a 429 response'],
};

test('search finds the headings that a question is about, however one asks', async () => {
  const page = await open(pages.home, wide, 'light');
  await page.getByRole('button', { name: 'Search' }).click();
  const results = page.getByRole('listbox').getByRole('option');
  for (const [headings, count] of [[firstResults, 1] as const, [questions, 6] as const]) {
    for (const [heading, texts] of Object.entries(headings)) {
      for (const text of texts) {
        await page.getByRole('searchbox').fill('');
        await expect.poll(() => results.count()).toBe(0);
        await page.getByRole('searchbox').fill(text);
        await results.first().waitFor();
        const found = (await results.allTextContents()).slice(0, count).map((result) => result.trim());
        expect.soft(found.join('\n'), text).toContain(heading);
      }
    }
  }
});

async function open(path: string, width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  onTestFinished(() => context.close());
  // A busy machine takes longer than the 30 seconds of Playwright. The limit of the test ends what hangs.
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'networkidle' });
  return page;
}
