import { ApiError } from '../errors/api-errors.js';
import { CallError } from '../errors/call-error.js';
import type { FakeEndpoint } from '../fake/index.js';
import { needsWrite } from './access-requests.js';
import { type Caller, callersOf, withAccess } from './caller.js';
import { neededNames, type UnreadableList, unreadableLists } from './client-lists.js';
import { StoppedError } from './created-orders.js';
import { type Finding, type PlacedEvidence, resultFrom } from './finding.js';
import { listOf } from './pages.js';
import type { Probe, Reason } from './probe.js';
import { assumptionProbes } from './probes/index.js';
import { rules, type Statement } from './probes/statements.js';
import { AccessError, type ClientNames, type LearnOptions, Run } from './run.js';

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** What a run found out. */
export interface Learned {
  readonly findings: readonly Finding[];
  /** The lists that the client cannot read, also with its options `client`. */
  readonly unreadable: readonly UnreadableList[];
  /** The options that the client needs. */
  readonly client: Partial<ClientNames>;
  /** The number of undocumented details that the requests of the run can show. */
  readonly observable: number;
  /** The number of requests, with retries. */
  readonly requests: number;
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
  const unreadable = await unreadableLists(run, callers);
  const findings: Finding[] = [];
  const find = async (kind: Finding['kind'], name: string, probe: Probe<unknown> | Statement | Reason) => {
    const observed = await observe(run, callers, probe, unreadable);
    findings.push(...findingsOf(kind, name, probe, observed));
  };
  try {
    for (const [name, probe] of Object.entries(assumptionProbes)) await find('assumption', name, probe);
    // At the end, because some rules are about all responses.
    for (const rule of rules) await find('rule', rule.name, rule);
  } finally {
    await run.created.cancelAll();
  }
  const canShow = (probe: Probe<unknown> | Reason) =>
    'calls' in probe && probe.calls.every((endpoints) => options.write || !needsWrite(endpoints));
  const observable = Object.values<Probe<unknown> | Reason>(assumptionProbes).filter(canShow).length;
  return { findings, unreadable, client: neededNames(run), observable, requests: run.requests };
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

/** What the calls of a probe showed. */
interface Observed {
  /** By the first endpoint of the calls. */
  readonly places: readonly Place[];
  /** Why nothing was seen. */
  readonly reason: string;
}

interface Place {
  readonly endpoint: FakeEndpoint;
  readonly evidence: PlacedEvidence[];
  readonly missing: Set<string>;
  doubt?: string;
}

/** Returns one finding, or one for each list if the lists differ. */
function findingsOf(
  kind: Finding['kind'],
  name: string,
  probe: Probe<unknown> | Statement | Reason,
  { places, reason }: Observed,
): Finding[] {
  const isPerList = 'isPerList' in probe;
  const findingAt = (shown: readonly Place[], suffix = ''): Finding => {
    const evidence = shown.flatMap((place) => place.evidence);
    const missing = shown.flatMap((place) => [...place.missing]);
    const doubt = shown.find((place) => place.doubt)?.doubt;
    const lists = isPerList ? shown.flatMap(({ endpoint }) => listOf[endpoint] ?? []) : undefined;
    return { kind, name: name + suffix, lists, doubt, ...resultFrom(evidence, missing, reason) };
  };
  const finding = findingAt(places);
  const isWhole = finding.result === 'certain' || finding.result === 'not-observable';
  return isWhole || !isPerList
    ? [finding]
    : places.map((place) => findingAt([place], `.${listOf[place.endpoint]}`));
}

async function observe(
  run: Run,
  callers: readonly Caller[],
  probe: Probe<unknown> | Statement | Reason,
  unreadable: readonly UnreadableList[],
): Promise<Observed> {
  if ('notObservable' in probe) return { places: [], reason: probe.notObservable };
  const places: Place[] = [];
  const reasons = new Set<string>();
  const inaccessible: string[] = [];
  for (const endpoints of probe.calls) {
    const [endpoint] = endpoints;
    const place: Place = { endpoint, evidence: [], missing: new Set() };
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
          else if ('doubt' in sighting) place.doubt = sighting.doubt;
          else if ('missing' in sighting) place.missing.add(sighting.missing);
          else place.evidence.push({ at: endpoint, ...sighting });
        }
    } catch (error) {
      // What was seen before does not depend on the call that failed.
      if (error instanceof CallError) await requireTokens(callers);
      else if (!(error instanceof StoppedError)) throw error;
      reasons.add(error instanceof CallError ? failureOf(error) : error.message);
      place.missing.add(endpoint);
    }
    places.push(place);
    if (place.evidence.length === 0) {
      place.missing.add(endpoint);
      if (unreadable.some((list) => endpoints.includes(list.endpoint)))
        reasons.add(`The client cannot read ${endpoint}.`);
    }
    // At once, because an open order can block a table.
    await run.created.cancelAll();
  }
  if (inaccessible.length > 0) reasons.add(`No key has access to ${either.format(inaccessible)}.`);
  const needs = 'needs' in probe ? `Needs ${probe.needs}.` : 'No response showed it.';
  return { places, reason: [...reasons].join(' ') || needs };
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
