// Compares the response check of a page with parsing its JSON, without a network. `checker.js <calls>`
import { OutletClient } from 'outlet-open-api';
import { bodyOf } from './payload.js';

/** Milliseconds of processor time. */
export interface CheckTimes {
  readonly checked: number;
  readonly unchecked: number;
  readonly parse: number;
}

export interface CheckOrder {
  readonly pages: number;
}

const text = bodyOf('page', 'GET');
const headers = { 'content-type': 'application/json' };
const query = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-02T00:00:00Z') };
const checked = clientWith('lenient');
const unchecked = clientWith('off');
process.once('disconnect', () => process.exit());
process.on('message', async ({ pages }: CheckOrder) => process.send?.(await measure(pages)));
process.send?.('ready');

async function measure(pages: number): Promise<CheckTimes> {
  return {
    checked: await timeOf(pages, () => readPages(checked)),
    unchecked: await timeOf(pages, () => readPages(unchecked)),
    parse: await timeOf(pages, async () => JSON.parse(text)),
  };
}

async function timeOf(times: number, work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function readPages(outlet: OutletClient): Promise<void> {
  for await (const _ of outlet.orders.list(query).pages());
}

function clientWith(responseValidation: 'lenient' | 'off'): OutletClient {
  return new OutletClient({
    baseUrl: 'http://localhost',
    accessToken: 'key',
    rateLimit: false,
    responseValidation,
    fetch: async () => new Response(text, { headers }),
  });
}
