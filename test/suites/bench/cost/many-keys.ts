import { Child } from '../child.js';
import type { Row } from '../row.js';
import type { KeysOrder, KeysOutcome, KeysSender } from './keys.js';
import { script } from './packages.js';
import type { ServerOrder, Tally } from './server.js';

const limit: ServerOrder = { limit: 5 };
/** Waiting calls survive many collections of a small young generation. The guides also advise this option. */
const young = '--max-semi-space-size=64';

export const manyKeys: Row = row('many-keys', 'fetch', "Node's `fetch`", 300, [200, 300, 350, 400]);
export const fleet: Row = row('fleet', 'undici', '`createUndiciFetch()`', 1_000, [300, 500, 750, 1_000]);

function row(name: string, sender: KeysSender, text: string, wanted: number, steps: readonly number[]): Row {
  return {
    name,
    figure: `Keys at 5 requests/s each in one process over loopback, with ${text} and \`${young}\``,
    bar: `${wanted} keys: each at its limit, at most 1 in 1,000 get 429, event loop delay p99 under 50 ms`,
    isHeavy: true,
    async measure({ quick }) {
      const { most, text } = await climb(sender, steps, quick ? 5_000 : 8_000);
      return [{ client: 'ours', text, met: most >= wanted }];
    },
  };
}

/** Increases the number of keys until the process cannot keep up. */
async function climb(sender: KeysSender, steps: readonly number[], duration: number) {
  const server = new Child(script('server'));
  const port = await server.next<number>();
  await server.ask<Tally>(limit);
  const process = new Child(script('keys'), [String(port), sender], [young]);
  await process.next();
  let most = 0;
  let text = '';
  for (const keys of steps) {
    const step = await stepOf(server, process, { keys, duration });
    text = `${keys} keys: ${textOf(step)}`;
    if (!holds(step)) break;
    most = keys;
  }
  process.stop();
  server.stop();
  return { most, text: `${most} keys at their limit (${text})` };
}

/** The results of a number of keys. */
interface Step {
  /** Milliseconds. */
  readonly lag: number;
  /** The share of the limit that all keys used. */
  readonly share: number;
  /** How many requests the slowest key was short of its limit. */
  readonly short: number;
  /** How many of 1,000 requests got a 429. */
  readonly rejected: number;
  /** Calls that failed. */
  readonly failed: number;
  /** The share of a processor that this process and the service used. */
  readonly busy: { readonly process: number; readonly service: number };
}

async function stepOf(server: Child, process: Child, order: KeysOrder): Promise<Step> {
  await process.ask<string>(order);
  await server.ask<Tally>(limit);
  const { lag, took, failed, cpu } = await process.next<KeysOutcome>();
  const { accepted, fewest, rejected, cpu: serviceCpu } = await server.ask<Tally>(limit);
  const possible = (limit.limit * took) / 1_000;
  // The measured period can begin just after the requests of a window, and end just before those of another.
  const short = Math.max(0, Math.floor(possible - limit.limit) - fewest);
  const busy = { process: cpu / took, service: serviceCpu / took };
  const share = accepted / (order.keys * possible);
  return { lag, share, short, rejected: (1_000 * rejected) / (accepted + rejected), failed, busy };
}

function holds({ lag, share, short, rejected, failed }: Step): boolean {
  return lag < 50 && share >= 0.95 && rejected <= 1 && short + failed === 0;
}

function textOf({ lag, share, short, rejected, failed, busy }: Step): string {
  const rates = `${share.toFixed(2)} of the limit, worst key ${short} requests short`;
  const cpu = `processor ${percent(busy.process)}, that of the service ${percent(busy.service)}`;
  return `${rates}, ${rejected.toFixed(1)} in 1,000, ${failed} failed, p99 ${lag.toFixed(0)} ms, ${cpu}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
