import { maxTimerDelay } from '../../cancellation.js';
import { isLoopback } from '../../client/base-url.js';
import { type Emulator, StateFileError, startEmulator } from '../../emulator/index.js';
import { type UseCase, useCases } from '../../entities/use-case.js';
import { useCaseNames } from '../../entities/use-case-names.js';
import { hostName, readArguments, rejectPositionals, required, wholeNumber } from '../arguments.js';
import { CommandError, type Console, exitCodes, interruption, printJson, UsageError } from '../console.js';
import { emulatorOptions } from '../options.js';
import { readAssumptions } from './assumptions.js';
import { parseWebhookUrls } from './webhook-urls.js';

/** Runs the emulator until it is interrupted. @throws UsageError if the arguments are invalid; CommandError if it cannot start */
export async function emulatorCommand(args: readonly string[], console: Console): Promise<number> {
  const { values, positionals } = readArguments(args, emulatorOptions);
  rejectPositionals(positionals);
  const { host, port, seed, latency, state, data } = values;
  if (state !== undefined && data !== undefined) {
    throw new UsageError(
      '--data does not work with --state. To save changes, copy the file and use --state.',
    );
  }
  const assumptions = await readAssumptions(values.learned, values.assume ?? []);
  const emulator = await orCommandError(
    startEmulator({
      ...assumptions,
      host,
      port: port === undefined ? undefined : wholeNumber('--port', port, 65_535),
      seed: seed === undefined ? undefined : wholeNumber('--seed', seed, 2 ** 32 - 1),
      latency: latency === undefined ? undefined : wholeNumber('--latency', latency, maxTimerDelay),
      state: state === undefined ? undefined : required('--state <file>', state),
      data: data === undefined ? undefined : required('--data <file>', data),
      webhookUrls: parseWebhookUrls(values['webhook-url'] ?? []),
      // Without the flag, the file of the state or data decides.
      hostile: values.hostile || undefined,
      allowedHosts: values['allowed-host']?.map((name) => hostName('--allowed-host', name)),
      log: values.quiet || values.json ? undefined : (line) => console.stderr.write(`${line}\n`),
      ...(values['no-rate-limit'] && { rateLimit: false }),
    }),
  );
  if (host !== undefined && !isLoopback(host === '::1' ? '[::1]' : host)) {
    console.stderr.write(
      `Warning: Other machines can reach the emulator on ${host}, and its dashboard has no password. Use it only in a network that you trust. To reach it by a name instead of an IP address, add --allowed-host <name>.\n`,
    );
  }
  const tokens = activeTokens(emulator);
  if (values.json) printJson(console, { baseUrl: emulator.url, dashboardUrl: emulator.dashboardUrl, tokens });
  else console.stdout.write(introduction(emulator, tokens, { state, data }));
  await interruption(console);
  await orCommandError(emulator.close());
  console.stderr.write('The emulator has stopped.\n');
  return exitCodes.done;
}

/** The emulator says what to do about a state file or an error of the system. All others are defects, which need their stack. */
async function orCommandError<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    const saysWhatToDo =
      error instanceof StateFileError || (error instanceof Error && error.cause !== undefined);
    if (saysWhatToDo) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

/** Returns the first active token of each use case. A saved outlet can have revoked and deleted keys. */
function activeTokens({ fake }: Emulator): Partial<Record<UseCase, string>> {
  const active = fake.keys.all().filter(({ revoked }) => !revoked);
  const found = useCases.flatMap((useCase) => active.find((key) => key.useCase === useCase) ?? []);
  return Object.fromEntries(found.map(({ useCase, token }) => [useCase, token]));
}

function introduction(
  { url, dashboardUrl, fake }: Emulator,
  tokens: Partial<Record<UseCase, string>>,
  { state, data }: { state: string | undefined; data: string | undefined },
): string {
  const platform = platformOf(fake);
  const blocks = useCases.map((useCase) => {
    const token = tokens[useCase];
    if (!token)
      return `# ${useCaseNames[useCase]}\n# This use case has no active key. Create one in the dashboard.\n`;
    const isOrdering = useCase === 'digital-ordering';
    const values = { OUTLET_BASE_URL: url, OUTLET_ACCESS_TOKEN: token, ...(isOrdering && platform) };
    const lines = Object.entries(values).map(([name, value]) => assignment(name, value));
    return `# ${useCaseNames[useCase]}\n${lines.join('\n')}\n`;
  });
  const urls = `The emulator is running.\n\nBase URL:  ${url}\nDashboard: ${dashboardUrl}\n`;
  const stateLine = state === undefined ? '' : `State:     ${state}\n`;
  const dataLine = data === undefined ? '' : `Data:      ${data}\n`;
  const webhookLines = fake.keys
    .all()
    .filter(({ revoked }) => !revoked)
    .map(({ useCase, webhookUrl }) =>
      webhookUrl ? `Webhooks:  ${new URL(webhookUrl).href} (${useCaseNames[useCase]})\n` : '',
    );
  const advice = 'To use it, paste the lines of your use case into another terminal:\n';
  const places = urls + stateLine + dataLine + webhookLines.join('');
  return [places, advice, ...blocks, 'Press Ctrl-C to stop.\n'].join('\n');
}

/** Returns the variables of the first ordering platform, if its names need no quotes in a shell. */
function platformOf({ channels }: Emulator['fake']): Readonly<Record<string, string>> | undefined {
  const { id, name = '' } = channels.all().find(({ type }) => type === 'partner') ?? {};
  const isPlain = [id, name].every((value) => /^[\w.-]+$/.test(value ?? ''));
  return isPlain && id !== undefined ? { CHANNEL_ID: id, PARTNER_CHANNEL: name } : undefined;
}

/** Sets an environment variable in a POSIX shell, or in PowerShell. Git Bash on Windows sets `SHELL`. */
function assignment(name: string, value: string): string {
  const isPowerShell = process.platform === 'win32' && !process.env.SHELL;
  return isPowerShell ? `$env:${name} = "${value}"` : `export ${name}=${value}`;
}
