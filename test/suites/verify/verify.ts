import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../../src/command-line/verify/report.js';
import type { ScenarioResult } from '../../../src/verify/run.js';
import { bundled } from '../../support/running/bundled.js';

/** With it, examples import the source. */
const tsconfig = fileURLToPath(new URL('../../../examples/tsconfig.json', import.meta.url));

/** The command, in a bundle that looks for the dashboard of the emulator where the source is. */
const program = new URL('../../../src/command-line/main.ts', import.meta.url);
const define = { 'import.meta.filename': JSON.stringify(fileURLToPath(program)) };

/** `npm run nightly -- verify` sets a seed. Otherwise, the tests run a few scenarios with seed 1. */
const { VERIFY_SEED } = process.env;

/** Whether to run everything, which takes minutes. */
export const isNightly = VERIFY_SEED !== undefined;

interface Run {
  readonly signal: AbortSignal;
  /** The scenarios to play. Default: all. */
  readonly only?: readonly string[];
  /** The mistake of the backend. Default: none. */
  readonly mistake?: string;
  /** More options of the command. */
  readonly options?: string;
  /** How the backend works, if it can work in several ways. */
  readonly style?: string;
}

interface Outcome {
  readonly status: number;
  readonly result: Report['result'];
  readonly scenarios: readonly ScenarioResult[];
}

/** Runs the command `verify` with the backend in a folder. Returns its exit code and its report. */
export async function verify(
  folder: string,
  { signal, only = [], mistake = '', style = '', options: more = '' }: Run,
): Promise<Outcome> {
  const scenarios = only.map((name) => ` --only ${name}`).join('');
  const options = `--config ${folder}/outlet-verify.config.mjs --seeds ${VERIFY_SEED ?? '1'} --json${scenarios}${more}`;
  const command = await bundled(program, { define });
  const service = new URL(`../../../${folder}/service.ts`, import.meta.url);
  const SERVICE = existsSync(service) ? await bundled(service) : undefined;
  // The configuration of an example imports the SDK, which tsx finds in the source.
  const imports = folder.startsWith('examples/') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...imports, command, 'verify', ...options.split(' ')], {
    env: { ...process.env, SERVICE, MISTAKE: mistake, STYLE: style, TSX_TSCONFIG_PATH: tsconfig },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGINT',
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (stdout === '') throw new Error(`The command ended with ${status} and without a report: ${stderr}`);
  const { result, runs } = JSON.parse(stdout);
  return { status, result, scenarios: runs[0].scenarios };
}
