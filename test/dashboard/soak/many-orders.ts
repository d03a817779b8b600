import { startEmulator } from 'outlet-open-api/emulator';
import { launchBrowser } from '../browser.js';
import { atMost, type Finding } from './finding.js';

/** Finds how long the board takes to open when the outlet has many orders: until the first card is visible. */
export async function findTimeToOpen(count: number): Promise<Finding[]> {
  const emulator = await startEmulator({ port: 0 });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  try {
    for (let added = emulator.fake.orders.all().length; added < count; added += 1) emulator.fake.orders.add();
    const begin = performance.now();
    await page.goto(`${emulator.dashboardUrl}#/orders`);
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    const what = `The board opens with ${count.toLocaleString('en')} orders`;
    return [atMost(what, performance.now() - begin, 1_000, 'ms')];
  } finally {
    await browser.close();
    await emulator.close();
  }
}
