import { printable } from '../../errors/issue.js';
import { RequestValidationError } from '../../errors/request-validation-error.js';
import { type Learned, learn } from '../../learn/learn.js';
import { AccessError, type LearnOptions } from '../../learn/run.js';
import { readArguments, rejectPositionals, required } from '../arguments.js';
import { checkBaseUrl } from '../check-base-url.js';
import { clientProblems } from '../client-problems.js';
import { CommandError, type Console, exitCodes, printJson, UsageError } from '../console.js';
import { checkOut, learnedFrom, writeLearned } from '../learned-file.js';
import { learnOptions } from '../options.js';
import { recordedFetch } from '../recorded-fetch.js';
import { keysFrom } from './keys.js';
import { reportOf } from './report.js';

/** Finds out how an outlet behaves. @throws UsageError if the arguments are invalid; CommandError if the API cannot be reached */
export async function learnCommand(args: readonly string[], console: Console): Promise<number> {
  const { values, positionals } = readArguments(args, learnOptions);
  rejectPositionals(positionals);
  const { write, sandbox } = values;
  const baseUrl = values['base-url'] || process.env.OUTLET_BASE_URL || '';
  checkSandbox(baseUrl, write, sandbox);
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
  if (out !== undefined) await checkOut(out);
  if (write) console.stderr.write(`Creating and cancelling orders at ${sandbox}.\n`);
  const found = await find(options, console);
  const { findings } = found;
  const learned = learnedFrom(found);
  const broken = findings.filter(({ kind, result }) => kind === 'rule' && result === 'contradictory');
  const ok = broken.length === 0 && found.unreadable.length === 0 && leftOvers.length === 0;
  if (values.json) printJson(console, { ok, ...found, leftOvers, ...learned });
  else console.stdout.write(reportOf(found, out, console.stdout));
  // After the report, which is not lost if the disk is full.
  if (out !== undefined) await writeLearned(out, learned);
  return ok ? exitCodes.done : exitCodes.failed;
}

/** @throws UsageError if orders would be created at another host than the one of `--sandbox` */
function checkSandbox(baseUrl: string, write: boolean | undefined, sandbox: string | undefined): void {
  if (Boolean(write) !== (sandbox !== undefined))
    throw new UsageError(
      '--write and --sandbox HOST belong together: --write creates orders, and HOST must be that of a sandbox.',
    );
  if (sandbox === undefined || !URL.canParse(baseUrl) || new URL(baseUrl).host === sandbox) return;
  throw new UsageError(
    `--sandbox ${printable(sandbox)} is not the host of the URL. Set OUTLET_BASE_URL to the URL of the sandbox, and pass its host.`,
  );
}

/** Runs `learn`. @throws UsageError if an option is invalid; CommandError if the URL is not that of an API */
async function find(options: LearnOptions, { stderr }: Console): Promise<Learned> {
  const { fetch, responses } = recordedFetch();
  const showProgress = (text: string) => stderr.isTTY && stderr.write(`\r${text}\u001b[K`);
  const warn = () =>
    options.write && stderr.write('Cancelling the created orders. Another Ctrl-C would leave them open.\n');
  options.signal.addEventListener('abort', warn);
  try {
    return await learn({
      ...options,
      fetch: (...request) => {
        const count = responses.length;
        showProgress(`${count} responses received`);
        if (!stderr.isTTY && count > 0 && count % 50 === 0) stderr.write(`${count} responses received\n`);
        return fetch(...request);
      },
    });
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof RequestValidationError) {
      const messages = clientProblems(error).map(({ message }) => message);
      throw new UsageError(messages.join(' '));
    }
    const connection = checkBaseUrl(new URL(options.baseUrl), responses, error);
    if (connection.result === 'fail') throw new CommandError(connection.message);
    throw error instanceof AccessError ? new CommandError(error.message) : error;
  } finally {
    showProgress('');
  }
}
