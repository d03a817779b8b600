import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser.js';
import { startCalmEvening } from './calm-evening.js';
import { type Evening, startEvening } from './evening.js';

const themes = ['light', 'dark'] as const;

/** A picture of a view of a dashboard. */
interface Screenshot {
  /** The name of the file, without its theme. */
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly minHeight: number;
  readonly maxHeight: number;
}

const wide = { width: 1280, minHeight: 0, maxHeight: 1_100 };
const narrow = { width: 390, minHeight: 0, maxHeight: 1_100 };

/** Saves each picture of README.md and the guides, light and dark. Replaces the folder. */
export async function saveScreenshots(folder: URL): Promise<void> {
  const browser = await launchBrowser();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });

  const calmEvening = await startCalmEvening();
  const board = { name: 'board', path: '/orders', width: 1280, minHeight: 640, maxHeight: 640 };
  await save(browser, folder, calmEvening, [board]);
  await calmEvening.close();

  const evening = await startEvening();
  await save(browser, folder, evening, viewsOf(evening));
  await evening.close();
  await browser.close();
}

function viewsOf({ orderId, requestNumber }: Evening): readonly Screenshot[] {
  return [
    { name: 'order-wide', path: `/orders/${orderId}`, ...wide },
    { name: 'requests-wide', path: '/requests', ...wide },
    { name: 'webhooks-wide', path: '/webhooks', ...wide },
    { name: 'orders-narrow', path: '/orders', ...narrow },
    { name: 'request-narrow', path: `/requests/${requestNumber}`, ...narrow },
  ];
}

async function save(
  browser: Browser,
  folder: URL,
  { dashboardUrl, now }: Pick<Evening, 'dashboardUrl' | 'now'>,
  screenshots: readonly Screenshot[],
): Promise<void> {
  for (const theme of themes) {
    const context = await browser.newContext({ colorScheme: theme, locale: 'en-GB', timezoneId: 'UTC' });
    // The time of the emulator, so that the dashboard shows the times of today without a date.
    await context.clock.setFixedTime(now());
    for (const screenshot of screenshots) {
      const page = await context.newPage();
      await page.setViewportSize({ width: screenshot.width, height: 800 });
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

/** Returns the page as WebP, from its top to its maximum height. */
async function capture(page: Page, { width, minHeight, maxHeight }: Screenshot): Promise<Buffer> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  const height: number = await page.evaluate('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.max(minHeight, Math.min(height, maxHeight)) });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 45 });
  return Buffer.from(data, 'base64');
}
