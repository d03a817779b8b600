import { describe, expect, test } from 'vitest';
import { brokenClients } from './broken-clients.js';
import { operationKinds } from './operations/kinds.js';
import { performRuns, warmUp } from './perform-runs.js';
import { planRun, type RunPlan } from './plan.js';
import { faultNamed, faults } from './service/faults.js';

test('the fault bench finds no lost or repeated operation and no leak, whatever the network does', async () => {
  // A small version of `npm run nightly -- faults`.
  const extent = { operations: 4, mostRetries: 1 };
  const plans = Array.from({ length: 20 }, (_, index) => planRun(index + 1, extent));
  await warmUp();
  const reports = await performRuns(plans, { atOnce: plans.length });
  expect(reports.filter(({ violations }) => violations.length > 0)).toEqual([]);
});

// Not beside those 20 runs, which can delay the requests of a broken client.
describe.concurrent('the fault bench', () => {
  test.each(brokenClients)(
    'finds a client that $name',
    async ({ kind, fault, retries = 0, breaks, fetch }) => {
      // Otherwise, only the timeout would end a call that gets no response.
      const abortAfter = breaks === 'open' ? 'received' : undefined;
      const operation = { kind, faults: [faultNamed(fault)], startAfter: 0, concurrency: 1 } as const;
      const plan: RunPlan = {
        ...planRun(1),
        timeout: 30_000,
        deadline: undefined,
        maxRetries: retries,
        responseValidation: 'off',
        isLimited: false,
        operations: [1, 2].map(() => ({ ...operation, abortAfter })),
      };
      const [report] = await performRuns([plan], { atOnce: 1, fetch });
      expect(report?.violations.map(({ law }) => law)).toContain(breaks);
    },
  );

  test('plans the same run for the same seed', () => {
    expect(planRun(7)).toEqual(planRun(7));
    expect(planRun(8)).not.toEqual(planRun(7));
  });

  test('plans every fault for every operation in a thousand runs', () => {
    const planned = Array.from({ length: 1_000 }, (_, seed) => planRun(seed))
      .flatMap(({ operations }) => operations)
      .flatMap(({ kind, faults: ahead }) => ahead.map(({ name }) => `${kind} ${name}`));
    const met = new Set(planned);
    const all = operationKinds.flatMap((kind) => faults.map(({ name }) => `${kind} ${name}`));
    expect(all.filter((pair) => !met.has(pair))).toEqual([]);
  });
});
