import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suggestion } from '../../suggestion.js';
import { VerificationError } from '../../verify/check-verification.js';
import { type ScenarioResult, scenarioNames, verify } from '../../verify/run.js';
import type { Verification } from '../../verify/verification.js';
import { readArguments, rejectPositionals, wholeNumber } from '../arguments.js';
import { type Console, exitCodes, printJson, UsageError } from '../console.js';
import { verifyOptions } from '../options.js';
import { junitReport } from './junit-report.js';
import { loadConfig } from './load-config.js';
import { introduction, resultText, summaryOf } from './result-text.js';

/** Plays scenarios with a backend. @throws UsageError if the arguments or the configuration are invalid */
export async function verifyCommand(args: readonly string[], console: Console): Promise<number> {
  const { values, positionals } = readArguments(args, verifyOptions);
  rejectPositionals(positionals);
  const seed = wholeNumber('--seed', values.seed ?? '1', 2 ** 32 - 1);
  const { path, verification } = await loadConfig(values.config);
  if (process.platform === 'win32' && !verification.attach) {
    throw new UsageError('Windows cannot kill a group of processes. Use WSL, or set attach: true.');
  }
  const only = scenariosFrom(values.only, verification);
  // Fails now if the file cannot be written.
  if (values.junit !== undefined) await writeFile(values.junit, '');
  const workFolder = await mkdtemp(join(tmpdir(), 'outlet-verify-'));
  const results: ScenarioResult[] = [];
  const hasRun = () => results.some(({ result }) => result !== 'skipped');
  const print = (text: string) => void (values.json || console.stdout.write(text));
  try {
    const run = verify(verification, {
      folder: dirname(path),
      workFolder,
      seed,
      only,
      signal: console.signal,
      onStart(environment) {
        const output = values.json ? console.stderr : console.stdout;
        if (!hasRun()) output.write(introduction(verification, environment, seed));
      },
    });
    for await (const result of run) {
      results.push(result);
      print(resultText(result, console.stdout));
    }
  } catch (error) {
    if (console.signal.aborted) await rm(workFolder, { recursive: true, force: true });
    if (error instanceof VerificationError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
  if (values.junit !== undefined) await writeFile(values.junit, junitReport(verification.useCase, results));
  const ok = results.every(({ result }) => result !== 'failed');
  if (ok) await rm(workFolder, { recursive: true, force: true });
  if (values.json) {
    const output = ok ? undefined : workFolder;
    printJson(console, { ok, useCase: verification.useCase, seed, output, scenarios: results });
  } else print(summaryOf(results, seed, workFolder));
  return ok ? exitCodes.done : exitCodes.failed;
}

/** @throws UsageError if there is no such scenario */
function scenariosFrom(
  only: readonly string[] | undefined,
  verification: Verification,
): readonly string[] | undefined {
  const names = scenarioNames(verification);
  const wanted = only?.flatMap((value) => value.split(','));
  for (const name of wanted ?? []) {
    if (names.includes(name)) continue;
    const advice = suggestion(name, names) || `The scenarios are ${names.join(', ')}.`;
    throw new UsageError(`Unknown scenario: ${name}. ${advice}`);
  }
  return wanted;
}
