import { setTimeout as sleep } from 'node:timers/promises';
import { OutletClient, type OutletClientOptions } from 'outlet-open-api';
import { type Ended, endOf, nameOf } from './ended.js';
import { Line, operationHeader, pathOf } from './line.js';
import { type OperationKind, prepare } from './operations/kinds.js';
import type { Operation } from './operations/operation.js';
import type { OperationPlan, RunPlan } from './plan.js';
import { judgeRequests } from './requests.js';
import type { Elsewhere } from './service/elsewhere.js';
import type { Service } from './service/service.js';
import { Stock } from './stock.js';
import { unless, type Violation } from './violation.js';

/** The outcome of a run. */
export interface RunReport {
  readonly seed: number;
  readonly operations: readonly OperationReport[];
  readonly violations: readonly Violation[];
  readonly requests: number;
}

export interface OperationReport {
  readonly kind: OperationKind;
  /** The names of the faults that its requests got. */
  readonly met: readonly string[];
  readonly ended: string;
}

/** The services and the data of a run. */
export interface Place {
  readonly service: Service;
  readonly elsewhere: Elsewhere;
  /** The `fetch` of the clients. Default: that of the runtime. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const markPattern = /mark-\d+/;

/** Starts all operations of a run at once, and checks what they left behind. */
export async function performRun(plan: RunPlan, place: Place): Promise<RunReport> {
  const { service, elsewhere } = place;
  const stock = new Stock(plan);
  const line = new Line(plan, stock.outlet, elsewhere.urlFor(plan.seed));
  service.serve(line);

  const ends = await Promise.all(
    plan.operations.map(async (operationPlan, index) => {
      const operation = prepare[operationPlan.kind](stock, `mark-${index}`, operationPlan);
      const ended = await perform(operation, operationPlan, index, line, clientFor(plan, stock, place));
      await operation.recover?.(recoveryClientFor(plan, stock, place), ended);
      return { operation, ended };
    }),
  );

  await service.settled();
  const openRequests = await leftOpen(service);
  service.hangUp();
  const judged = await Promise.all(ends.map(({ operation, ended }) => judge(operation, ended)));
  const visits = elsewhere.visitsFrom(plan.seed);
  return {
    seed: plan.seed,
    operations: plan.operations.map(({ kind }, index) => ({
      kind,
      met: line.met[index] ?? [],
      ended: nameOf(ends[index]?.ended ?? { kind: 'never' }),
    })),
    violations: [
      ...judged.flat(),
      ...judgeRequests(line.arrivals, stock.token, markPattern),
      ...unless(visits === 0, 'elsewhere', `${visits} requests`),
      ...unless(openRequests === 0, 'open', `${openRequests} requests`),
    ],
    requests: line.arrivals.length,
  };
}

async function perform(
  operation: Operation,
  { startAfter, abortAfter }: OperationPlan,
  index: number,
  line: Line,
  outlet: OutletClient,
): Promise<Ended> {
  await sleep(startAfter);
  const caller = new AbortController();
  const reason = { whatever: 'the caller likes' };
  const abort = () => caller.abort(reason);
  const timer = typeof abortAfter === 'number' ? setTimeout(abort, abortAfter) : undefined;
  if (abortAfter === 'received') void line.received.then(abort);
  const options = { signal: caller.signal, headers: { [operationHeader]: String(index) } };
  try {
    return await endOf(operation.start(outlet, options), caller.signal);
  } finally {
    clearTimeout(timer);
  }
}

async function judge(operation: Operation, ended: Ended): Promise<readonly Violation[]> {
  return [
    ...unless(ended.kind !== 'untyped', 'untyped', nameOf(ended)),
    ...unless(ended.kind !== 'never', 'never', 'an operation'),
    ...(await operation.judge(ended)),
  ];
}

function clientFor(plan: RunPlan, stock: Stock, place: Place): OutletClient {
  const { timeout, deadline, maxRetries, responseValidation } = plan;
  return new OutletClient({
    ...optionsFor(plan, stock, place),
    timeout,
    deadline,
    maxRetries,
    responseValidation,
  });
}

/** With long timeouts, because its requests get no faults. */
function recoveryClientFor(plan: RunPlan, stock: Stock, place: Place): OutletClient {
  return new OutletClient(optionsFor(plan, stock, place));
}

function optionsFor(plan: RunPlan, { token }: Stock, { service, fetch }: Place): OutletClientOptions {
  const rateLimit = plan.isLimited ? undefined : false;
  return { baseUrl: service.url + pathOf(plan), accessToken: token, rateLimit, fetch, logLevel: 'off' };
}

/** A socket that a client has closed takes a moment to end. */
async function leftOpen(service: Service): Promise<number> {
  for (let looks = 0; looks < 50 && service.openRequests > 0; looks += 1) await sleep(20);
  return service.openRequests;
}
