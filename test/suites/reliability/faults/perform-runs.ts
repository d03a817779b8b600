import { setTimeout as sleep } from 'node:timers/promises';
import { planRun, type RunPlan } from './plan.js';
import { performRun, type RunReport } from './run.js';
import { Elsewhere } from './service/elsewhere.js';
import { Service } from './service/service.js';

interface Circumstances {
  /** How many runs are active at the same time, each with its own service and key. */
  readonly atOnce: number;
  /** The `fetch` of the clients. Default: that of the runtime. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly observe?: ((report: RunReport) => void) | undefined;
}

/** Performs runs in parallel. */
export async function performRuns(
  plans: readonly RunPlan[],
  { atOnce, fetch, observe }: Circumstances,
): Promise<RunReport[]> {
  const elsewhere = await Elsewhere.open();
  const ahead = plans.values();
  const reports: RunReport[] = [];
  const performOneByOne = async (_: unknown, index: number) => {
    // If all started at once, they would delay each other's responses.
    await sleep(index * 25);
    const service = await Service.open();
    for (const plan of ahead) {
      const report = await performRun(plan, { service, elsewhere, fetch });
      reports.push(report);
      observe?.(report);
    }
    await service.close();
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, plans.length) }, performOneByOne));
  elsewhere.close();
  return reports;
}

/** The first calls of a process load code. In all runs at once, their responses would be late. */
export async function warmUp(): Promise<void> {
  const plan = planRun(0);
  const operations = plan.operations.map((operation) => ({ ...operation, faults: [] }));
  await performRuns([{ ...plan, timeout: 10_000, operations }], { atOnce: 1 });
}
