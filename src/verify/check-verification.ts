import { z } from 'zod';
import { suggestion } from '../options/suggestion.js';
import type { Verification } from './verification.js';

/** Reports a configuration that cannot be used, or a backend that does not start with it. The message says what to change. */
export class VerificationError extends Error {}

/** Calls a function of the configuration. @throws VerificationError if it throws */
export function fromConfig<T>(name: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new VerificationError(`${name} failed: ${error instanceof Error ? error.message : error}`);
  }
}

/** A member of the configuration. A missing one is an error if there is a line to add. */
function member(expected: string, isValid: (value: unknown) => boolean, line?: string) {
  const checked = z.custom((value) => isValid(value), {
    error: ({ input }) => (input === undefined ? `is missing. Add: ${line}` : `must be ${expected}.`),
  });
  return line === undefined ? checked.optional() : checked;
}

/** An object whose members are reported one by one if it is missing. */
function group(members: Readonly<Record<string, z.ZodType>>) {
  return z.preprocess((value) => value ?? {}, z.strictObject(members));
}

const isFunction = (value: unknown) => typeof value === 'function';
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const unknownName =
  /\{(?!(?:port|secret|baseUrl|token|outletRef|dataFolder|channelId|partnerChannel|reference|id|from|to)\})\w+\}/;
const hasKnownNames = (value: unknown) => !unknownName.test(String(value));
const isUrl = (value: unknown) => matches(/^https?:\/\/\S+$/)(value) && hasKnownNames(value);
const isCall = (value: unknown) =>
  matches(/^(?:GET|POST|PUT|PATCH|DELETE) https?:\/\/\S+$/)(value) && hasKnownNames(value);

function action(line?: string) {
  const expected = "a request such as 'POST http://127.0.0.1:{port}/orders', or a function";
  return member(expected, (value) => isCall(value) || isFunction(value), line);
}

const port = z.int('must be a port.').min(1, 'must be a port.').max(65_535, 'must be a port.').optional();

const milliseconds = z.number('must be a number of milliseconds.').nonnegative().optional();

const options = {
  start: member('a command', matches(/\S/)),
  env: member('an object or a function', (value) => typeof value === 'object' || isFunction(value)),
  ready: member(
    'a URL, with no other name in braces than {port}',
    isUrl,
    "ready: 'http://127.0.0.1:{port}/health', // a URL that responds when your backend is up",
  ),
  webhookUrl: member(
    'a URL, with no other names in braces than {port}, {secret} and {outletRef}, or a function',
    (value) => isUrl(value) || isFunction(value),
    "webhookUrl: 'http://127.0.0.1:{port}/webhooks?secret={secret}',",
  ),
  state: group({
    orders: action("state: { orders: 'GET http://127.0.0.1:{port}/orders' }, // what your backend knows"),
  }),
  version: member('a text', matches(/\S/)),
  port,
  emulatorPort: port,
  secret: member('a text', matches(/\S/)),
  settleTimeout: milliseconds,
  startTimeout: milliseconds,
  actionTimeout: milliseconds,
  severalProcesses: z.boolean('must be true or false.').optional(),
  attach: z.boolean('must be true or false.').optional(),
};

const digitalOrderingActions = {
  placeOrder: action("placeOrder: 'POST http://127.0.0.1:{port}/orders', // in actions"),
  cancelOrder: action("cancelOrder: 'POST http://127.0.0.1:{port}/orders/{reference}/cancel', // in actions"),
  refreshMenu: action(),
  sweep: action(),
  rotateToken: action(),
  addOutlet: action(),
};

const orderDataActions = {
  runNightlyJob: action("runNightlyJob: ({ run }) => run('npm run nightly'), // in actions"),
  backfill: action(),
  rotateToken: action(),
  addOutlet: action(),
};

const schema = z
  .discriminatedUnion(
    'useCase',
    [
      z.strictObject({
        useCase: z.literal('digital-ordering'),
        actions: group(digitalOrderingActions),
        ...options,
      }),
      z.strictObject({
        useCase: z.literal('order-data'),
        actions: group(orderDataActions),
        ...options,
      }),
    ],
    { error: "must be 'digital-ordering' or 'order-data'." },
  )
  .superRefine(({ attach, start, port, secret, actions, state }, { addIssue }) => {
    const missing = (path: string, line: string) =>
      addIssue({ code: 'custom', path: [path], message: `is missing. Add: ${line}` });
    if (!attach && start === undefined)
      missing('start', "start: 'node server.js', // the command that starts your backend");
    if (attach && port === undefined) missing('port', 'port: 8080, // the port that your backend listens on');
    if (attach && secret === undefined)
      missing('secret', "secret: 'a-secret', // the secret in the webhook URL of your backend");
    if (actions.addOutlet === undefined) return;
    const calls = { 'state.orders': state.orders, 'actions.placeOrder': actions.placeOrder };
    for (const [path, call] of Object.entries(calls))
      if (typeof call === 'string' && !call.includes('{outletRef}'))
        addIssue({
          code: 'custom',
          path: [path],
          message: 'must contain {outletRef}, because actions.addOutlet adds an outlet.',
        });
  });

/** Returns the members of a part of the configuration, of all use cases. */
function knownNames(part: PropertyKey | undefined): readonly string[] {
  if (part === 'state') return ['orders'];
  if (part === undefined) return ['useCase', 'actions', ...Object.keys(options)];
  return [...Object.keys(digitalOrderingActions), ...Object.keys(orderDataActions)];
}

/** Checks a configuration. @throws VerificationError with the first problem */
export function checkVerification(value: unknown): asserts value is Verification {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue) throw new VerificationError(problemOf(issue));
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.path.length === 0 && issue.code === 'invalid_type')
    return 'The file must export the configuration: export default defineVerification({ … });';
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const advice = suggestion(key, knownNames(issue.path[0]));
    return [`${[...issue.path, key].join('.')} is unknown.`, advice].filter(Boolean).join(' ');
  }
  return `${issue.path.join('.')} ${issue.message}`;
}
