import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { EmulatorCommand } from '../command.js';
import { atMost, type Finding } from './finding.js';
import { clientOf, testOrder } from './load.js';

/** The views of the dashboard that show new orders and requests. */
export interface LiveViews {
  readonly board: Page;
  readonly log: Page;
}

/** Opens the views. Each shows only the orders or requests of `findDelays`, because the load hides them within half a second. */
export async function openLiveViews(browser: Browser, { dashboardUrl }: EmulatorCommand): Promise<LiveViews> {
  const context = await browser.newContext();
  async function open(view: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${dashboardUrl}#/${view}`);
    await page.getByRole('searchbox').fill('probe-');
    return page;
  }
  return { board: await open('orders'), log: await open('requests') };
}

/** Creates an order every three seconds, and finds how long the views take to show the order and its request. */
export async function findDelays(
  { board, log }: LiveViews,
  emulator: EmulatorCommand,
  seconds: number,
): Promise<Finding[]> {
  const outlet = clientOf(emulator, 'digital-ordering');
  const delays = { board: 0, log: 0 };
  const end = performance.now() + seconds * 1_000;
  for (let probe = 1; performance.now() < end; probe += 1) {
    const reference = `probe-${probe}`;
    // No such order exists, but the log shows the request.
    await outlet.orders.get(reference).catch(() => {});
    await outlet.orders.create(testOrder(reference));
    const [onBoard, inLog] = await Promise.all([timeUntil(board, reference), timeUntil(log, reference)]);
    delays.board = Math.max(delays.board, onBoard);
    delays.log = Math.max(delays.log, inLog);
    await delay(3_000);
  }
  return [
    atMost('A new order appears on the board', delays.board, 2_000, 'ms'),
    atMost('A new request appears in the log', delays.log, 2_000, 'ms'),
  ];
}

/** Returns the milliseconds until a page shows a text, or the time limit of ten seconds. */
async function timeUntil(page: Page, text: string): Promise<number> {
  const begin = performance.now();
  const found = page.getByText(new RegExp(`${text}\\b`)).first();
  await found.waitFor({ timeout: 10_000 }).catch(() => {});
  return performance.now() - begin;
}
