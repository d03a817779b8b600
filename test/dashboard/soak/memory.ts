import { setTimeout as delay } from 'node:timers/promises';
import type { EmulatorCommand } from '../command.js';
import { atMost, type Finding } from './finding.js';
import type { Load } from './load.js';

const megabyte = 1_000_000;

/**
 * The emulator keeps every order, with its action log, its webhooks and the response of its idempotency key. Everything else has an
 * upper bound, and may grow by 10 MB while buffers fill.
 */
const bytesPerOrder = 10_000;
const slack = 10 * megabyte;

/** Finds how much the memory of an emulator grows in the second half of a load. */
export async function findGrowth(emulator: EmulatorCommand, load: Load, seconds: number): Promise<Finding[]> {
  await delay((seconds * 1_000) / 2);
  const half = { bytes: await emulator.memoryInUse(), orders: load.orders };
  await delay((seconds * 1_000) / 2);
  const bytes = await emulator.memoryInUse();
  const orders = load.orders - half.orders;
  const bound = slack + orders * bytesPerOrder;
  const what = `Growth of memory in the second half, to ${(bytes / megabyte).toFixed(0)} MB, with ${orders} new orders`;
  return [atMost(what, (bytes - half.bytes) / megabyte, bound / megabyte, 'MB')];
}
