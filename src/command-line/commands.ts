import type { Options } from './arguments.js';
import type { Console } from './console.js';
import { doctorOptions, emulatorOptions, exportOptions, listenOptions, sendOptions } from './options.js';

export interface Command {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  /** The argument after the name, such as `event`, and what it can be. */
  readonly argument?: { readonly name: string; readonly values: Readonly<Record<string, string>> };
  readonly options: Options;
  readonly notes?: string;
  /** Whether a later run of the same command continues an interrupted or failed run. */
  readonly canResume?: boolean;
  /** Runs the command and returns its exit code. Loads its code late, so that the other commands start faster. */
  run(args: readonly string[], console: Console): Promise<number>;
}

const environment = 'The environment variable OUTLET_ACCESS_TOKEN is the token of an API key.';

/** Every command, in the order of the help page. */
export const commands: readonly Command[] = [
  {
    name: 'emulator',
    summary: 'Runs an outlet on this machine: the API, webhooks, and a dashboard in the browser.',
    options: emulatorOptions,
    notes: 'The command runs until you press Ctrl-C.',
    run: async (args, console) =>
      (await import('./emulator/emulator-command.js')).emulatorCommand(args, console),
  },
  {
    name: 'doctor',
    summary: 'Checks the URL of the API, the access token, the clock, and what the API key can read.',
    options: doctorOptions,
    notes: `${environment} The command only reads. It exits with 1 if a check fails.`,
    run: async (args, console) => (await import('./doctor/doctor-command.js')).doctorCommand(args, console),
  },
  {
    name: 'webhooks send',
    summary: 'Sends a test event to a webhook receiver.',
    argument: { name: 'event', values: { '<event>': 'The name of an event, such as order.complete.' } },
    options: sendOptions,
    notes: 'The command exits with 1 unless the receiver responds with 200.',
    run: async (args, console) => (await import('./webhooks/send-command.js')).sendCommand(args, console),
  },
  {
    name: 'webhooks listen',
    summary: 'Receives webhooks on this machine, and prints or forwards them.',
    options: listenOptions,
    notes: 'The command runs until you press Ctrl-C.',
    run: async (args, console) => (await import('./webhooks/listen-command.js')).listenCommand(args, console),
  },
  {
    name: 'export',
    summary: 'Writes orders, payments or goods receipts to a file.',
    argument: {
      name: 'what',
      values: {
        orders: 'One row for each order.',
        payments: 'One row for each payment of an order.',
        'goods-receipts': 'One row for each goods receipt.',
        'goods-receipt-lines': 'One row for each line of a goods receipt.',
      },
    },
    options: exportOptions,
    notes: `${environment} If a run ends early, run the same command to resume.`,
    canResume: true,
    run: async (args, console) => (await import('./export/export-command.js')).exportCommand(args, console),
  },
];
