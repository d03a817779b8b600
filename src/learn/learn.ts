import { ApiError } from '../errors/api-errors.js';
import { CallError } from '../errors/call-error.js';
import { needsWrite } from './access-requests.js';
import { type Caller, callersOf, withAccess } from './caller.js';
import { StoppedError } from './created-orders.js';
import { type Finding, type PlacedEvidence, type Result, resultFrom } from './finding.js';
import type { Probe, Reason } from './probe.js';
import { assumptionProbes } from './probes/index.js';
import { rules, type Statement } from './probes/statements.js';
import { AccessError, type LearnOptions, Run } from './run.js';

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** What a run found out. */
export interface Learned {
  readonly findings: readonly Finding[];
  /** The number of requests, with retries. */
  readonly requests: number;
  /** The field of the next cursor, or its path, if a list had one. */
  readonly nextFields: Run['nextFields'];
  /** The query parameter of the cursor of each list that has several pages. */
  readonly cursorParams: Run['cursorParams'];
}

/**
 * Finds out how an outlet behaves. Orders that the run created are cancelled at the end, and also if it is interrupted.
 * @throws {@link CallError} if the API does not respond
 * @throws AccessError if the API rejects a token, or if no key can read anything
 * @throws the reason of the signal, if it aborts
 */
export async function learn(options: LearnOptions): Promise<Learned> {
  const run = new Run(options);
  const callers = callersOf(run);
  await requireAccess(callers);
  const findings: Finding[] = [];
  const find = async (kind: Finding['kind'], name: string, probe: Probe<unknown> | Statement | Reason) => {
    findings.push({ kind, name, ...(await resultOf(run, callers, probe)) });
  };
  try {
    for (const [name, probe] of Object.entries(assumptionProbes)) await find('assumption', name, probe);
    // At the end, because some rules are about all responses.
    for (const rule of rules) await find('rule', rule.name, rule);
  } finally {
    await run.created.cancelAll();
  }
  return { findings, requests: run.requests, nextFields: run.nextFields, cursorParams: run.cursorParams };
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
  for (const caller of callers) await caller.requireToken(readable);
  for (const endpoint of readable) if ((await withAccess(callers, endpoint)).length > 0) return;
  throw new AccessError(
    'The keys can read nothing, or the URL is not that of an API. To see why, run: npx outlet-open-api doctor',
  );
}

async function resultOf(
  run: Run,
  callers: readonly Caller[],
  probe: Probe<unknown> | Statement | Reason,
): Promise<Result> {
  if ('notObservable' in probe) return { result: 'not-observable', seen: [], reason: probe.notObservable };
  const evidence: PlacedEvidence[] = [];
  const missing = new Set<string>();
  const reasons = new Set<string>();
  const inaccessible: string[] = [];
  for (const endpoints of probe.calls) {
    const [endpoint] = endpoints;
    const before = evidence.length;
    try {
      if (needsWrite(endpoints) && !run.options.write) throw new StoppedError('Needs --write.');
      const [caller] = await withAccess(callers, ...endpoints);
      if (!caller) {
        inaccessible.push(endpoints.join(' with '));
        // What no key can call needs no evidence.
        if ((await withAccess(callers, endpoint)).length === 0) continue;
      } else
        for await (const sighting of probe.observe(caller, endpoint)) {
          if ('looked' in sighting) reasons.add(sighting.looked);
          else if ('missing' in sighting) missing.add(sighting.missing);
          else evidence.push({ at: endpoint, ...sighting });
        }
    } catch (error) {
      // What was seen before does not depend on the call that failed.
      if (error instanceof CallError) await requireTokens(callers);
      else if (!(error instanceof StoppedError)) throw error;
      reasons.add(error instanceof CallError ? failureOf(error) : error.message);
      missing.add(endpoint);
    }
    if (evidence.length === before) missing.add(endpoint);
    // At once, because an open order can block a table.
    await run.created.cancelAll();
  }
  if (inaccessible.length > 0) reasons.add(`No key has access to ${either.format(inaccessible)}.`);
  const needs = 'needs' in probe ? `Needs ${probe.needs}.` : 'No response showed it.';
  return resultFrom(evidence, [...missing], [...reasons].join(' ') || needs);
}

/** Ends the run if the API does not respond any more, or rejects a token. */
async function requireTokens(callers: readonly Caller[]): Promise<void> {
  try {
    for (const caller of callers) await caller.requireToken(readable);
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
  }
}

/** Describes a failed call without its ID, and without advice for a program. */
function failureOf(error: CallError): string {
  const status = error instanceof ApiError ? ` with ${error.status}` : '';
  return `A ${error.method} request failed${status}.`;
}
