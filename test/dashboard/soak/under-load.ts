import { launchBrowser } from '../browser.js';
import { runEmulatorCommand } from '../command.js';
import { atMost, type Finding } from './finding.js';
import { findDelays, openLiveViews } from './live-views.js';
import { type Load, sendLoad } from './load.js';
import { findGrowth } from './memory.js';

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

function quantile(numbers: readonly number[], share: number): number | undefined {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * share)];
}
