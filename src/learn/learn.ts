import type { UseCase } from '../entities/use-case.js';
import { ApiError, AuthenticationError } from '../errors/api-errors.js';
import { CallError } from '../errors/call-error.js';
import { Callers } from './callers.js';
import { StoppedError } from './created-orders.js';
import { type Finding, Tally } from './finding.js';
import { needsWrite, type Probe, type Reason } from './probe.js';
import { assumptionProbes } from './probes/index.js';
import { details, rules } from './probes/statements.js';
import { AccessError, type LearnOptions } from './run.js';

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** What a run used, and what it left behind. */
export interface Summary {
  /** The number of requests, with retries. */
  readonly requests: number;
  /** The field of the next cursor, if a list had one. */
  readonly nextField: string | undefined;
}

/**
 * Finds out how an outlet behaves, and yields one finding after the other. Orders that the run created are cancelled at the end, and
 * also if it is interrupted.
 * @throws {@link CallError} if the first call gets no response
 * @throws AccessError if the API rejects a token, or if no key can read anything
 * @throws the reason of the signal, if it aborts
 */
export async function* learn(options: LearnOptions): AsyncGenerator<Finding, Summary, undefined> {
  const callers = new Callers(options);
  const { run } = callers;
  await requireAccess(callers);
  try {
    for (const detail of details) yield await findingOf(callers, 'detail', detail.name, detail);
    for (const [name, probe] of Object.entries<Probe<unknown> | Reason>(assumptionProbes)) {
      yield await findingOf(callers, 'assumption', name, probe);
    }
    // At the end, because some rules are about all responses.
    for (const rule of rules) yield await findingOf(callers, 'rule', rule.name, rule);
  } finally {
    await run.created.cancelAll();
  }
  return { requests: run.requests, nextField: run.nextField };
}

const readable = [
  'GET /channels',
  'GET /menus',
  'GET /orders',
  'GET /orders/action-logs',
  'GET /inventory/goods-receipts',
] as const;

/** Ends the run now if the URL or a token is wrong. */
async function requireAccess(callers: Callers): Promise<void> {
  await requireTokens(callers, false);
  for (const endpoint of readable) if ((await callers.with(endpoint)).length > 0) return;
  throw new AccessError(
    'The keys can read nothing, or the URL is not that of an API. To see why, run: npx outlet-open-api doctor',
  );
}

/** Ends the run if the API does not respond any more, or rejects a token. */
async function requireTokens({ all }: Callers, again: boolean): Promise<void> {
  for (const caller of all) {
    await (again ? caller.getAgain('/channels') : caller.get('/channels')).catch((error: unknown) => {
      if (error instanceof StoppedError) return;
      throw error instanceof AuthenticationError ? new AccessError(rejectionOf(caller.useCase)) : error;
    });
  }
}

/** Describes a failed call without its ID, and without advice for a program. */
function failureOf(error: CallError): string {
  const status = error instanceof ApiError ? ` with ${error.status}` : '';
  return `A ${error.method} request failed${status}.`;
}

function rejectionOf(useCase: UseCase | undefined): string {
  const key = useCase === undefined ? '' : ` of ${useCase}`;
  return `The API rejected the token${key} with 401. Copy the whole token again, and check that the key is not revoked.`;
}

async function findingOf(
  callers: Callers,
  kind: Finding['kind'],
  name: string,
  probe: Probe<unknown> | Reason,
): Promise<Finding> {
  if ('notObservable' in probe) {
    return { kind, name, result: 'not-observable', seen: [], reason: probe.notObservable };
  }
  const tally = new Tally();
  const inaccessible: string[] = [];
  const problems = new Set<string>();
  for (const endpoints of probe.calls) {
    if (needsWrite(probe, endpoints) && !callers.run.write) {
      problems.add('Needs --write.');
      continue;
    }
    try {
      const [caller] = await callers.with(...endpoints);
      const [endpoint] = endpoints;
      if (!caller) inaccessible.push(endpoints.join(' with '));
      else for await (const sighting of probe.observe({ caller, callers, endpoint })) tally.add(sighting);
    } catch (error) {
      // What was seen before does not depend on the call that failed.
      if (error instanceof CallError) await requireTokens(callers, true);
      else if (!(error instanceof StoppedError)) throw error;
      problems.add(error instanceof CallError ? failureOf(error) : error.message);
    }
    // At once, because an open order can block a table.
    await callers.run.created.cancelAll();
  }
  if (inaccessible.length > 0) problems.add(`No key has access to ${either.format(inaccessible)}.`);
  return tally.finding(kind, name, probe, [...problems].join(' ') || undefined);
}
