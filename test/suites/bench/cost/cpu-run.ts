import type { Bench } from '../bench.js';
import { Child } from '../child.js';
import type { ClientName } from '../clients/names.js';
import type { CallsOrder } from './caller.js';
import { median } from './median.js';
import { script } from './packages.js';
import type { Payload } from './payload.js';
import type { ServerOrder, Tally } from './server.js';

/** Processor time per call, relative to plain `fetch` in the same round. */
export type CpuRatios = ReadonlyMap<ClientName, number>;

const ours: readonly ClientName[] = ['fetch', 'ours-unlimited', 'ours-undici'];
const peers: readonly ClientName[] = ['ky', 'openai', 'naive', 'stripe'];

/** Calls per round. Shorter rounds would include the warm-up of the process. */
const callsFor: Readonly<Record<Payload, number>> = { order: 1_000, page: 250 };
/** Rounds until the code is compiled. */
const warmUps = 4;

const runs = new WeakMap<Bench, Map<Payload, Promise<CpuRatios>>>();

/** Measures all clients side by side, once for all rows that need the result. */
export function cpuRatios(bench: Bench, payload: Payload): Promise<CpuRatios> {
  const ofBench = runs.get(bench) ?? new Map<Payload, Promise<CpuRatios>>();
  runs.set(bench, ofBench);
  const run = ofBench.get(payload) ?? measure(bench, payload);
  ofBench.set(payload, run);
  return run;
}

async function measure(bench: Bench, payload: Payload): Promise<CpuRatios> {
  const clients = [...ours, ...(bench.peers ? peers : [])];
  const server = new Child(script('server'));
  const port = await server.next<number>();
  const callers: [ClientName, Child][] = [];
  try {
    for (const client of clients) callers.push([client, await warmCaller(client, payload, port)]);
    await server.ask<Tally>(unlimited);
    const ratios = new Map(clients.map((client): [ClientName, number[]] => [client, []]));
    const rounds = bench.quick ? 5 : 11;
    for (let round = 0; round < rounds; round += 1) {
      // Alternates the direction, so that no client always follows the same one.
      const row = round % 2 === 0 ? callers : callers.toReversed();
      const costs = new Map<ClientName, number>();
      for (const [client, caller] of row) costs.set(client, await costOf(caller, payload));
      for (const [client, cost] of costs) ratios.get(client)?.push(cost / (costs.get('fetch') ?? Number.NaN));
    }
    await expectCalls(server, callers.length * rounds * callsFor[payload]);
    return new Map([...ratios].map(([client, all]) => [client, median(all)]));
  } finally {
    for (const [, caller] of callers) caller.stop();
    server.stop();
  }
}

const unlimited: ServerOrder = { limit: Number.POSITIVE_INFINITY };

async function warmCaller(client: ClientName, payload: Payload, port: number): Promise<Child> {
  const caller = new Child(script('caller'), [client, payload, String(port)]);
  await caller.next();
  for (let round = 0; round < warmUps; round += 1) await costOf(caller, payload);
  return caller;
}

function costOf(caller: Child, payload: Payload): Promise<number> {
  const order: CallsOrder = { calls: callsFor[payload] };
  return caller.ask(order);
}

/** A client that sends two requests per call, or none, is not comparable. */
async function expectCalls(server: Child, calls: number): Promise<void> {
  const { accepted } = await server.ask<Tally>(unlimited);
  if (accepted !== calls) throw new Error(`${accepted} requests were sent for ${calls} calls`);
}
