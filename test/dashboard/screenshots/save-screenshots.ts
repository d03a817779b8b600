import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../browser.js';
import { type Evening, startEvening } from './evening.js';

const widths = { wide: 1280, narrow: 390 };
const themes = ['light', 'dark'] as const;
const maxHeight = 1_100;

/** Saves each view in a wide and a narrow window, light and dark. Replaces the folder. */
export async function saveScreenshots(folder: URL): Promise<void> {
  const evening = await startEvening();
  const browser = await launchBrowser();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [size, width] of Object.entries(widths)) {
    for (const theme of themes) {
      const context = await openContext(browser, evening, width, theme);
      for (const [view, path] of Object.entries(viewsOf(evening))) {
        const page = await context.newPage();
        await page.goto(`${evening.dashboardUrl}#${path}`);
        const image = await capture(page, width);
        await page.close();
        const name = `${view}-${size}-${theme}.webp`;
        await writeFile(new URL(name, folder), image);
        console.log(`${name}: ${Math.round(image.length / 1_000)} kB`);
      }
      await context.close();
    }
  }
  await browser.close();
  await evening.close();
}

function viewsOf({ orderId, requestNumber }: Evening): Record<string, string> {
  return {
    overview: '/',
    orders: '/orders',
    order: `/orders/${orderId}`,
    menu: '/menu',
    channels: '/channels',
    'goods-receipts': '/goods-receipts',
    outlet: '/outlet',
    keys: '/keys',
    requests: '/requests',
    request: `/requests/${requestNumber}`,
    webhooks: '/webhooks',
    'rate-limit': '/rate-limit',
    faults: '/faults',
    assumptions: '/assumptions',
  };
}

async function openContext(
  browser: Browser,
  { now }: Evening,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  // The time of the emulator, so that the dashboard shows the times of today without a date.
  await context.clock.setFixedTime(now());
  return context;
}

/** Returns the whole page as WebP, up to its maximum height. */
async function capture(page: Page, width: number): Promise<Buffer> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  const height: number = await page.evaluate('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.min(height, maxHeight) });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 45 });
  return Buffer.from(data, 'base64');
}
