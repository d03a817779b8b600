import { setTimeout as delay } from 'node:timers/promises';
import type { EmulatorCommand } from '../command.js';
import { atMost, type Finding } from './finding.js';
import type { Load } from './load.js';

const megabyte = 1_000_000;

/**
 * The emulator keeps every order with its action log, its webhooks, and the response of its idempotency key. The logs of requests have
 * an upper bound of 30 MB, and may fill in the second half.
 */
const bytesPerOrder = 10_000;
const logs = 30 * megabyte;

/** Finds how much the memory of an emulator grows in the second half of a load. */
export async function findGrowth(emulator: EmulatorCommand, load: Load, seconds: number): Promise<Finding[]> {
  await delay((seconds * 1_000) / 2);
  const half = { bytes: await emulator.memoryInUse(), orders: load.orders };
  await delay((seconds * 1_000) / 2);
  const bytes = await emulator.memoryInUse();
  const orders = load.orders - half.orders;
  const bound = logs + orders * bytesPerOrder;
  const what = `Growth of memory in the second half, to ${(bytes / megabyte).toFixed(0)} MB, with ${orders} new orders`;
  return [atMost(what, (bytes - half.bytes) / megabyte, bound / megabyte, 'MB')];
}
