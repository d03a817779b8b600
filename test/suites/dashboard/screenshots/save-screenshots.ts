import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser.js';
import { type BusyEvening, startBusyEvening } from './busy-evening.js';
import { startCalmEvening } from './calm-evening.js';
import type { Evening } from './evening.js';

const themes = ['light', 'dark'] as const;
const width = 1280;

/** A picture of a view of a dashboard. */
interface Screenshot {
  /** The name of the file, without its theme. */
  readonly name: string;
  readonly path: string;
  /** Default: that of the view, but at most 1,100. */
  readonly height?: number;
}

/** Saves each picture of README.md and the guides, light and dark. Replaces the folder. */
export async function saveScreenshots(folder: URL): Promise<void> {
  const browser = await launchBrowser();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });

  const calm = await startCalmEvening();
  await save(browser, folder, calm, [{ name: 'board', path: '/orders', height: 640 }]);
  await calm.close();

  const busy = await startBusyEvening();
  await save(browser, folder, busy, viewsOf(busy));
  await busy.close();
  await browser.close();
}

function viewsOf({ orderId }: BusyEvening): readonly Screenshot[] {
  return [
    { name: 'order', path: `/orders/${orderId}` },
    { name: 'requests', path: '/requests' },
    { name: 'webhooks', path: '/webhooks' },
  ];
}

async function save(
  browser: Browser,
  folder: URL,
  { dashboardUrl, now }: Evening,
  screenshots: readonly Screenshot[],
): Promise<void> {
  for (const theme of themes) {
    const context = await browser.newContext({ colorScheme: theme, locale: 'en-GB', timezoneId: 'UTC' });
    // The time of the emulator, so that the dashboard shows the times of today without a date.
    await context.clock.setFixedTime(now());
    for (const screenshot of screenshots) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${dashboardUrl}#${screenshot.path}`);
      const image = await capture(page, screenshot);
      await page.close();
      const name = `${screenshot.name}-${theme}.webp`;
      await writeFile(new URL(name, folder), image);
      console.log(`${name}: ${Math.round(image.length / 1_000)} kB`);
    }
    await context.close();
  }
}

/** Returns the page as WebP, from its top. */
async function capture(page: Page, { height }: Screenshot): Promise<Buffer> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  const viewHeight: number = await page.evaluate('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: height ?? Math.min(viewHeight, 1_100) });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 45 });
  return Buffer.from(data, 'base64');
}
