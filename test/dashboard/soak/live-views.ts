import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { EmulatorCommand } from '../command.js';
import { atMost, type Finding } from './finding.js';
import { clientOf, testOrder } from './load.js';

/** Creates an order every three seconds, and finds how long the board and the log of requests take to show it. */
export async function findDelays(
  browser: Browser,
  emulator: EmulatorCommand,
  seconds: number,
): Promise<Finding[]> {
  const context = await browser.newContext();
  const [board, requests] = await Promise.all(
    ['orders', 'requests'].map(async (view) => {
      const page = await context.newPage();
      await page.goto(`${emulator.dashboardUrl}#/${view}`);
      // Only the orders and requests of this function, because the load hides them within half a second.
      await page.getByRole('searchbox').fill('probe-');
      return page;
    }),
  );
  if (!board || !requests) throw new Error('The views did not open');
  const client = clientOf(emulator, 'digital-ordering');
  const delays = { board: [] as number[], requests: [] as number[] };
  const end = performance.now() + seconds * 1_000;
  for (let probe = 1; performance.now() < end; probe += 1) {
    const reference = `probe-${probe}`;
    // No such order exists, but the log shows the request.
    await client.orders.get(reference).catch(() => {});
    const begin = performance.now();
    await client.orders.create(testOrder(reference));
    await Promise.all([
      appears(board, reference).then(() => delays.board.push(performance.now() - begin)),
      appears(requests, reference).then(() => delays.requests.push(performance.now() - begin)),
    ]);
    await delay(3_000);
  }
  await context.close();
  return [
    atMost('A new order appears on the board', Math.max(...delays.board), 2_000, 'ms'),
    atMost('A new request appears in the log', Math.max(...delays.requests), 2_000, 'ms'),
  ];
}

async function appears(page: Page, text: string): Promise<void> {
  await page
    .getByText(new RegExp(`${text}\\b`))
    .first()
    .waitFor({ timeout: 10_000 });
}
