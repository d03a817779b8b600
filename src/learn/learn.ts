import { ApiError } from '../errors/api-errors.js';
import { CallError } from '../errors/call-error.js';
import { needsWrite } from './access-requests.js';
import { type Caller, callersOf, rejectedToken, withAccess } from './caller.js';
import { StoppedError } from './created-orders.js';
import { type Finding, seenIn } from './finding.js';
import type { Evidence, Probe, Reason } from './probe.js';
import { assumptionProbes } from './probes/index.js';
import { details, rules, type Statement } from './probes/statements.js';
import { AccessError, type LearnOptions, Run } from './run.js';

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
 * @throws {@link CallError} if the API does not respond
 * @throws AccessError if the API rejects a token, or if no key can read anything
 * @throws the reason of the signal, if it aborts
 */
export async function* learn(options: LearnOptions): AsyncGenerator<Finding, Summary, undefined> {
  const run = new Run(options);
  const callers = callersOf(run, options);
  await requireAccess(callers);
  try {
    for (const detail of details) yield await findingOf(run, callers, 'detail', detail.name, detail);
    for (const [name, probe] of Object.entries<Probe<unknown> | Reason>(assumptionProbes)) {
      yield await findingOf(run, callers, 'assumption', name, probe);
    }
    // At the end, because some rules are about all responses.
    for (const rule of rules) yield await findingOf(run, callers, 'rule', rule.name, rule);
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
async function requireAccess(callers: readonly Caller[]): Promise<void> {
  for (const caller of callers) if (await isRejected(caller)) throw rejectedToken(caller.useCase);
  for (const endpoint of readable) if ((await withAccess(callers, endpoint)).length > 0) return;
  throw new AccessError(
    'The keys can read nothing, or the URL is not that of an API. To see why, run: npx outlet-open-api doctor',
  );
}

/** Returns whether each endpoint is a 401. An API can also reject a key with it that has no access to an endpoint. */
async function isRejected(caller: Caller): Promise<boolean> {
  for (const endpoint of readable) if ((await caller.accessStatus(endpoint)) !== 401) return false;
  return true;
}

async function findingOf(
  run: Run,
  callers: readonly Caller[],
  kind: Finding['kind'],
  name: string,
  probe: Probe<unknown> | Statement | Reason,
): Promise<Finding> {
  if ('notObservable' in probe) {
    return { kind, name, result: 'not-observable', seen: [], reason: probe.notObservable };
  }
  const evidence: Evidence<unknown>[] = [];
  const reasons = new Set<string>();
  const inaccessible: string[] = [];
  for (const endpoints of probe.calls) {
    if (needsWrite(endpoints) && !run.write) {
      reasons.add('Needs --write.');
      continue;
    }
    try {
      const [caller] = await withAccess(callers, ...endpoints);
      if (!caller) inaccessible.push(endpoints.join(' with '));
      else
        for await (const sighting of probe.observe(caller, endpoints[0])) {
          if ('looked' in sighting) reasons.add(sighting.looked);
          else evidence.push(sighting);
        }
    } catch (error) {
      // What was seen before does not depend on the call that failed.
      if (error instanceof CallError) await requireResponse(callers);
      else if (!(error instanceof StoppedError)) throw error;
      reasons.add(error instanceof CallError ? failureOf(error) : error.message);
    }
    // At once, because an open order can block a table.
    await run.created.cancelAll();
  }
  if (inaccessible.length > 0) reasons.add(`No key has access to ${either.format(inaccessible)}.`);
  const seen = seenIn(evidence);
  const [first, second] = seen;
  if (!first) {
    const reason =
      [...reasons].join(' ') || ('needs' in probe ? `Needs ${probe.needs}.` : 'No response showed it.');
    return { kind, name, result: 'not-observable', seen, reason };
  }
  return { kind, name, result: 'value' in first && !second ? 'certain' : 'contradictory', seen };
}

/** Ends the run if the API does not respond any more. */
async function requireResponse([caller]: readonly Caller[]): Promise<void> {
  await caller?.getAgain('/channels').catch((error: unknown) => {
    if (error instanceof CallError) throw error;
  });
}

/** Describes a failed call without its ID, and without advice for a program. */
function failureOf(error: CallError): string {
  const status = error instanceof ApiError ? ` with ${error.status}` : '';
  return `A ${error.method} request failed${status}.`;
}
