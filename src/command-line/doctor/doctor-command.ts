import { OutletClient } from '../../client/client.js';
import type { OutletClientOptions } from '../../client/options.js';
import { RequestValidationError } from '../../errors/request-validation-error.js';
import { readArguments, rejectPositionals } from '../arguments.js';
import { checkBaseUrl, isNotFoundAsJson } from '../check-base-url.js';
import { clientProblems } from '../client-problems.js';
import { type Console, exitCodes, printJson } from '../console.js';
import { clientListOptions, inCommandLine, usedListOptions } from '../list-options.js';
import { doctorOptions } from '../options.js';
import { recordedFetch } from '../recorded-fetch.js';
import { checkClock, checkRateLimit } from './connection-checks.js';
import { type Finding, printFinding, summaryOf } from './finding.js';
import { checkResources, checkToken } from './resource-checks.js';

/** The time limit of each request in milliseconds. */
const timeLimit = 10_000;

/** Checks the configuration of an integration. It only reads. @throws UsageError if the arguments are invalid */
export async function doctorCommand(args: readonly string[], console: Console): Promise<number> {
  const { values, positionals } = readArguments(args, doctorOptions);
  rejectPositionals(positionals);
  const baseUrl = values['base-url'] || process.env.OUTLET_BASE_URL || undefined;
  const allowInsecureHttp = values['allow-insecure-http'];
  const clientOptions = { baseUrl, allowInsecureHttp, ...(await clientListOptions(values)) };
  const findings: Finding[] = [];
  for await (const finding of checks(clientOptions, console.signal)) {
    findings.push(finding);
    if (!values.json) printFinding(finding, console.stdout);
  }
  const used = usedListOptions(values);
  const hasFailed = findings.some(({ result }) => result === 'fail');
  if (values.json)
    printJson(console, { ok: !hasFailed, baseUrl, ...(used && { listOptions: used }), checks: findings });
  else console.stdout.write(`\n${summaryOf(findings)}${used && `Used ${used}.\n`}`);
  return hasFailed ? exitCodes.failed : exitCodes.done;
}

async function* checks(
  { baseUrl, ...clientOptions }: OutletClientOptions,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const token = process.env.OUTLET_ACCESS_TOKEN ?? '';
  const { fetch, responses } = recordedFetch();
  const warnings: string[] = [];
  const ignore = () => {};
  const logger = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (message: string) => warnings.push(message),
  };
  let outlet: OutletClient;
  try {
    // A retry would hide what the check looks for.
    outlet = new OutletClient({ ...clientOptions, baseUrl, fetch, logger, maxRetries: 0 });
  } catch (error) {
    if (!(error instanceof RequestValidationError)) throw error;
    for (const problem of clientProblems(error)) yield { ...problem, result: 'fail' };
    return;
  }
  const options = { signal, timeout: timeLimit };
  const channels = outlet.channels.list(options);
  const error = await channels.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  signal.throwIfAborted();
  const url = new URL(baseUrl ?? '');
  const [first] = responses;
  const readResources = () => checkResources(outlet, channels, options);
  // The API can hide the channels from the key, so a 404 says something only if every request gets it.
  const early = first && isNotFoundAsJson(first) ? await readResources() : undefined;
  const connection = checkBaseUrl(url, responses, error);
  yield connection;
  if (!first || connection.result === 'fail') return;
  yield await checkClock(url, first);
  const resources = early ?? (await readResources());
  yield checkRateLimit(responses);
  const tokenFinding = checkToken(token, resources);
  const isRejected = tokenFinding.result === 'fail';
  yield tokenFinding;
  for (const { check, status, result, message } of resources) {
    // If the API rejects the token everywhere, the use case of the key says nothing.
    if (isRejected && status === 401)
      yield { check, result: 'skip', message: 'Not checked, because the API rejected the token.' };
    else yield { check, result, message };
  }
  for (const warning of warnings)
    yield {
      check: 'Response',
      result: 'warn',
      message: inCommandLine(warning.replace('outlet-open-api: ', '')),
    };
}
