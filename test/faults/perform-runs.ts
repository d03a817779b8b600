import { setTimeout as sleep } from 'node:timers/promises';
import { planRun, type RunPlan } from './plan.js';
import { performRun, type RunReport } from './run.js';
import { Elsewhere } from './service/elsewhere.js';
import { Service } from './service/service.js';

interface Circumstances {
  /** How many runs go on at the same time, each with a service and a key of its own. */
  readonly atOnce: number;
  /** What the clients send with. Default: the `fetch` of the runtime. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly observe?: ((report: RunReport) => void) | undefined;
}

/** Performs runs, many at once. */
export async function performRuns(
  plans: readonly RunPlan[],
  { atOnce, fetch, observe }: Circumstances,
): Promise<RunReport[]> {
  const elsewhere = await Elsewhere.open();
  const ahead = plans.values();
  const reports: RunReport[] = [];
  const performOneByOne = async (_: unknown, index: number) => {
    // All at the same moment, they would keep each other from being answered in time.
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

/** The first calls of a process load code, and in all runs at once they would hardly be answered in time. */
export async function warmUp(): Promise<void> {
  const plan = planRun(0);
  const operations = plan.operations.map((operation) => ({ ...operation, faults: [] }));
  await performRuns([{ ...plan, timeout: 10_000, operations }], { atOnce: 1 });
}
