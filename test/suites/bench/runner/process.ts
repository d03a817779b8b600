// Clients in a separate process, so that one batch does not disturb another.
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadClient } from '../clients/load.js';
import { goFirst } from '../priority.js';
import type { KeyEndpoint } from '../service/key-plan.js';
import { burst } from './burst.js';
import { disturb } from './disturbances.js';
import { guests } from './guests.js';
import { outage } from './outage.js';
import { readList } from './read-list.js';
import { saturation } from './saturation.js';
import type { Batch, BatchOutcome, Outcome, Run } from './work.js';

// Other clients log 429s. A call that is abandoned at the end of a run can fail unobserved.
process.on('unhandledRejection', () => {});

const [message] = await once(process, 'message');
const batch: Batch = message;
const kinds = new Map(batch.runs.map((run) => [`${run.client} ${run.work.kind}`, run]));
for (const run of kinds.values()) await warmUp(run, batch.warmUp);
goFirst();
process.send?.('ready');
await once(process, 'message');
process.once('disconnect', () => process.exit());
process.send?.(await perform(batch));

async function perform({ runs, disturbances }: Batch): Promise<BatchOutcome> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const [outcomes, disturbed] = await Promise.all([Promise.all(runs.map(outcomeOf)), disturb(disturbances)]);
  return { outcomes, disturbed, lag: delay.percentile(99) / 1e6 };
}

async function outcomeOf(run: Run): Promise<Outcome> {
  const client = await loadClient(run.client);
  switch (run.work.kind) {
    case 'burst':
      return burst(client, run, run.work);
    case 'saturation':
      return saturation(client, run, run.work);
    case 'guests':
      return guests(client, run, run.work);
    case 'outage':
      return outage(client, run, run.work);
    case 'list':
      return readList(client, run, run.work);
  }
}

/** Loads and compiles what the run needs. Leaves no connection, because the key has its own port. */
async function warmUp({ client: name, work }: Run, key: KeyEndpoint): Promise<void> {
  const client = (await loadClient(name)).open(key);
  const range = { from: 0, to: 1_000 };
  if (work.kind === 'list') for await (const _ of client.list?.(range) ?? []);
  else await client.get('warm-up').catch(() => {});
  client.close();
}
