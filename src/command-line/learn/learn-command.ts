import { RequestValidationError } from '../../errors/request-validation-error.js';
import type { Finding } from '../../learn/finding.js';
import { learn, type Summary } from '../../learn/learn.js';
import { AccessError, type LearnOptions } from '../../learn/run.js';
import { readArguments, rejectPositionals, required } from '../arguments.js';
import { checkBaseUrl } from '../check-base-url.js';
import { clientProblems } from '../client-problems.js';
import { CommandError, type Console, exitCodes, printable, printJson, UsageError } from '../console.js';
import { learnOptions } from '../options.js';
import { recordedFetch } from '../recorded-fetch.js';
import { keysFrom } from './keys.js';
import { LearnedFile, learnedFrom } from './learned-file.js';
import { reportOf } from './report.js';

/** Finds out how an outlet behaves. @throws UsageError if the arguments are invalid; CommandError if the API cannot be reached */
export async function learnCommand(args: readonly string[], console: Console): Promise<number> {
  const { values, positionals } = readArguments(args, learnOptions);
  rejectPositionals(positionals);
  const { write, sandbox } = values;
  if (write !== sandbox) {
    throw new UsageError(
      '--write and --sandbox belong together: --write creates orders, and --sandbox says that they reach no restaurant.',
    );
  }
  const baseUrl = values['base-url'] || process.env.OUTLET_BASE_URL || '';
  const leftOvers: string[] = [];
  const options: LearnOptions = {
    baseUrl,
    keys: keysFrom(values.key ?? []),
    write,
    allowInsecureHttp: values['allow-insecure-http'],
    signal: console.signal,
    onLeftOver: (sentence) => {
      leftOvers.push(sentence);
      console.stderr.write(`Warning: ${printable(sentence)}\n`);
    },
  };
  const out = values.out === undefined ? undefined : required('--out <file>', values.out);
  const file = out === undefined ? undefined : await LearnedFile.open(out);
  try {
    const { findings, summary } = await collect(options, console);
    const learned = learnedFrom(findings);
    await file?.write(learned);
    const broken = findings.filter(({ kind, result }) => kind === 'rule' && result === 'contradictory');
    const ok = broken.length === 0 && leftOvers.length === 0;
    if (values.json) printJson(console, { ok, ...summary, leftOvers, ...learned, findings });
    else console.stdout.write(reportOf(findings, summary, out, console.stdout));
    return ok ? exitCodes.done : exitCodes.failed;
  } finally {
    await file?.close();
  }
}

/** Runs `learn` to its end. @throws UsageError if an option is invalid; CommandError if the URL is not that of an API */
async function collect(
  options: LearnOptions,
  { stderr }: Console,
): Promise<{ findings: Finding[]; summary: Summary }> {
  const { fetch, responses } = recordedFetch();
  options.signal.addEventListener(
    'abort',
    () => options.write && stderr.write('Cancelling the created orders. Please wait.\n'),
  );
  const findings: Finding[] = [];
  try {
    const run = learn({ ...options, fetch });
    for (;;) {
      const { done, value } = await run.next();
      if (stderr.isTTY)
        stderr.write(done ? '\r\u001b[K' : `\r${findings.length + 1} details checked\u001b[K`);
      if (done) return { findings, summary: value };
      findings.push(value);
    }
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof RequestValidationError) {
      throw new UsageError(
        clientProblems(error)
          .map(({ message }) => message)
          .join(' '),
      );
    }
    const connection = checkBaseUrl(new URL(options.baseUrl), responses, error);
    if (findings.length === 0 && connection.result === 'fail') throw new CommandError(connection.message);
    throw error instanceof AccessError ? new CommandError(error.message) : error;
  }
}
