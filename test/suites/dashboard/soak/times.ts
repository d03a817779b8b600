import { startEmulator } from 'outlet-open-api/emulator';
import { launchBrowser } from '../browser.js';
import { runEmulatorCommand } from '../command.js';
import { atMost, type Finding } from './finding.js';

/** Starts the command five times. The fastest start counts, because other programs can slow down the others. */
export async function findStartTime(): Promise<Finding[]> {
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const emulator = await runEmulatorCommand();
    times.push(emulator.startedIn);
    await emulator.stop();
  }
  return [atMost('The command is ready (best of 5)', Math.min(...times), 1_000, 'ms')];
}

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
