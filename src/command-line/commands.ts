import { eventNames } from '../webhooks/parse/event-table.js';
import type { Options } from './arguments.js';
import type { Console } from './console.js';
import {
  doctorOptions,
  emulatorOptions,
  exportOptions,
  learnOptions,
  listenOptions,
  sendOptions,
  verifyOptions,
} from './options.js';

export interface Command {
  /** One or two words. */
  readonly name: string;
  /** At most 60 characters, for the list of commands. */
  readonly summary: string;
  /** The argument after the name, such as `event`, and what it can be. */
  readonly argument?: { readonly name: string; readonly values: Readonly<Record<string, string>> };
  readonly options: Options;
  readonly notes?: string;
  /** Lines to paste into a shell, by what they do. */
  readonly examples: Readonly<Record<string, string>>;
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
    summary: 'Runs an outlet on this machine: API, webhooks, dashboard.',
    options: emulatorOptions,
    notes: 'The command runs until you press Ctrl-C.',
    examples: {
      'Send all webhooks to your receiver:': 'emulator --webhook-url http://localhost:8080',
      'Keep the outlet for the next start:': 'emulator --state outlet.json',
      'Use any free port, and print the URL and the tokens for a script:': 'emulator --port 0 --json',
    },
    run: async (args, console) =>
      (await import('./emulator/emulator-command.js')).emulatorCommand(args, console),
  },
  {
    name: 'doctor',
    summary: 'Checks the URL, token and clock, and what a key can read.',
    options: doctorOptions,
    notes: `${environment} The command only reads. It exits with 1 if a check fails.`,
    examples: {
      'Check the connection that the environment variables describe:': 'doctor',
      'Check another URL with the same token:': 'doctor --base-url https://pos.example',
    },
    run: async (args, console) => (await import('./doctor/doctor-command.js')).doctorCommand(args, console),
  },
  {
    name: 'learn',
    summary: 'Finds out how your outlet behaves, for fake and emulator.',
    options: learnOptions,
    notes:
      'The command sends only GET requests, at most 300, unless you pass --write. It exits with 1 if the client cannot read a list, the API breaks a rule, or an order could not be cancelled.',
    examples: {
      'Look at the outlet of the token in OUTLET_ACCESS_TOKEN:': 'learn --out outlet.json',
      'Use two keys, and create and cancel orders:': `learn --write --sandbox pos.example \\
  --out outlet.json --key digital-ordering=TOKEN --key order-data=TOKEN`,
    },
    run: async (args, console) => (await import('./learn/learn-command.js')).learnCommand(args, console),
  },
  {
    name: 'verify',
    summary: 'Checks your backend against an outlet that fails.',
    options: verifyOptions,
    notes:
      'The command starts an emulator and your backend, and exits with 1 if a check fails. It talks to nothing else.',
    examples: {
      'Write a configuration to fill in:': 'verify --init digital-ordering',
      'Play all scenarios with the backend of outlet-verify.config.mjs:': 'verify',
      'Play one scenario again:': 'verify --only lost-response --seeds 7',
      'Write a report for CI:': 'verify --junit report.xml',
    },
    run: async (args, console) => (await import('./verify/verify-command.js')).verifyCommand(args, console),
  },
  {
    name: 'webhooks send',
    summary: 'Sends a test event to a webhook receiver.',
    argument: { name: 'event', values: { '<event>': `One of ${eventNames.join(', ')}.` } },
    options: sendOptions,
    notes: 'The command exits with 1 unless the receiver responds with 200.',
    examples: {
      'Send an event to a receiver that checks a secret:':
        "webhooks send order.complete \\\n  --to 'http://localhost:8080/?secret=a-long-random-secret'",
    },
    run: async (args, console) => (await import('./webhooks/send-command.js')).sendCommand(args, console),
  },
  {
    name: 'webhooks listen',
    summary: 'Receives webhooks, and prints or forwards them.',
    options: listenOptions,
    notes: 'The command runs until you press Ctrl-C.',
    examples: {
      'Print the webhooks of a running emulator, and respond with 200:':
        'webhooks listen --emulator http://127.0.0.1:4010',
      'Print each delivery, and let your receiver respond:':
        'webhooks listen --forward http://localhost:3000/webhooks',
    },
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
    examples: {
      'Save the orders since a date as CSV:': `export orders --outlet-ref bistro \\
  --from 2026-01-01T00:00:00Z --out orders.csv`,
      'Save the goods receipts of a month with all their fields:': `export goods-receipts --outlet-ref bistro \\
  --from 2026-01-01T00:00:00Z --to 2026-02-01T00:00:00Z \\
  --out receipts.ndjson`,
    },
    run: async (args, console) => (await import('./export/export-command.js')).exportCommand(args, console),
  },
];
