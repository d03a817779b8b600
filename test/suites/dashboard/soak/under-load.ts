import { setTimeout as delay } from 'node:timers/promises';
import { launchBrowser } from '../browser.js';
import { type EmulatorCommand, runEmulatorCommand } from '../command.js';
import { atMost, type Finding } from './finding.js';
import { findDelays, openLiveViews } from './live-views.js';
import { type Load, sendLoad } from './load.js';

/** How long to send requests, and how many each second. */
export interface LoadOptions {
  readonly seconds: number;
  readonly rate: number;
}

/** Sends a load to the built command while a browser shows its dashboard. */
export async function findUnderLoad({ seconds, rate }: LoadOptions): Promise<Finding[]> {
  const browser = await launchBrowser();
  const emulator = await runEmulatorCommand('--no-rate-limit');
  const load: Load = { requests: 0, orders: 0, webhooks: 0, errors: [], durations: [] };
  try {
    const views = await openLiveViews(browser, emulator);
    const begin = performance.now();
    const sending = sendLoad(emulator, { seconds, rate }, load).then(() => performance.now() - begin);
    const [growth, delays, duration] = await Promise.all([
      findGrowth(emulator, load, seconds),
      findDelays(views, emulator, seconds),
      sending,
    ]);
    const [median, slowest] = [0.5, 0.99].map((share) => quantile(load.durations, share));
    console.log(
      `${load.requests} requests, ${load.orders} orders and ${load.webhooks} webhooks in ${(duration / 1_000).toFixed(1)} s.`,
      `Half of the requests took at most ${median?.toFixed(1)} ms, 99 % at most ${slowest?.toFixed(1)} ms.`,
    );
    for (const error of load.errors.slice(0, 3)) console.error(error);
    const late = duration - seconds * 1_000;
    return [
      atMost('Requests that failed', load.errors.length, 0, 'requests'),
      atMost(`The end of ${load.requests} requests at ${rate} per second is late`, late, 1_000, 'ms'),
      ...growth,
      ...delays,
    ];
  } finally {
    await emulator.stop();
    await browser.close();
  }
}

const megabyte = 1_000_000;

/**
 * The emulator keeps every order with its action log, its webhooks, and the response of its idempotency key. The logs of requests have
 * an upper bound of 30 MB, and may fill in the second half.
 */
const bytesPerOrder = 10_000;
const logs = 30 * megabyte;

/** Finds how much the memory of an emulator grows in the second half of a load. */
async function findGrowth(emulator: EmulatorCommand, load: Load, seconds: number): Promise<Finding[]> {
  await delay((seconds * 1_000) / 2);
  const half = { bytes: await emulator.memoryInUse(), orders: load.orders };
  await delay((seconds * 1_000) / 2);
  const bytes = await emulator.memoryInUse();
  const orders = load.orders - half.orders;
  const bound = logs + orders * bytesPerOrder;
  const what = `Growth of memory in the second half, to ${(bytes / megabyte).toFixed(0)} MB, with ${orders} new orders`;
  return [atMost(what, (bytes - half.bytes) / megabyte, bound / megabyte, 'MB')];
}

function quantile(numbers: readonly number[], share: number): number | undefined {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * share)];
}
