import { z } from 'zod';
import { suggestion } from '../options/suggestion.js';
import type { Member, Members, SuiteText } from './scenario.js';
import { commonActions, suites } from './suites.js';
import type { Verification } from './verification.js';
import { VerificationError } from './verification-error.js';

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
  /\{(?!(?:port|secret|baseUrl|token|outletRef|dataFolder|channelId|partnerChannel|reference|reservationId|id|from|to|day|timeZone)\})\w+\}/;
const hasKnownNames = (value: unknown) => !unknownName.test(String(value));
const isUrl = (value: unknown) => matches(/^https?:\/\/\S+$/)(value) && hasKnownNames(value);
const isCall = (value: unknown) =>
  matches(/^(?:GET|POST|PUT|PATCH|DELETE) https?:\/\/\S+$/)(value) && hasKnownNames(value);

/** The members of `actions` or `state`. */
function calls(part: string, members: Members) {
  const expected = "a request such as 'POST http://127.0.0.1:{port}/orders', or a function";
  const callOf = ([name, { example, isOptional }]: readonly [string, Member]) => {
    const line = isOptional ? undefined : `${name}: ${example}, // in ${part}`;
    return [name, member(expected, (value) => isCall(value) || isFunction(value), line)] as const;
  };
  return group(Object.fromEntries(Object.entries(members).map(callOf)));
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

/** The members of all use cases. */
const known = {
  actions: { ...commonActions, ...membersOf('actions') },
  state: membersOf('state'),
};

function membersOf(part: 'actions' | 'state'): Members {
  return Object.assign({}, ...Object.values(suites).map((suite) => suite[part]));
}

const names = Object.keys(suites).map((name) => `'${name}'`);

/** What decides about the other members. */
const useCaseSchema = z.looseObject({
  useCase: z.custom<Verification['useCase']>(
    (name) => typeof name === 'string' && Object.hasOwn(suites, name),
    { error: `must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.` },
  ),
});

function schemaOf(suite: SuiteText) {
  const { isJob = false } = suite;
  return z
    .strictObject({
      useCase: z.string(),
      actions: calls('actions', { ...suite.actions, ...commonActions }),
      state: calls('state', suite.state),
      ...options,
      ...(isJob && { ready: options.ready.optional(), webhookUrl: options.webhookUrl.optional() }),
    })
    .superRefine(({ attach, start, ready, webhookUrl, port, secret, ...parts }, { addIssue }) => {
      const missing = (path: string, line: string) =>
        addIssue({ code: 'custom', path: [path], message: `is missing. Add: ${line}` });
      const calls = Object.values({ ...parts.actions, ...parts.state });
      const hasServer = !isJob || calls.some((call) => typeof call === 'string');
      if (!attach && start === undefined && hasServer)
        missing('start', "start: 'node server.js', // the command that starts your backend");
      if (isJob && ready === undefined && (attach || start !== undefined))
        missing('ready', "ready: 'http://127.0.0.1:{port}/health', // a URL that responds when it is up");
      if (attach && port === undefined)
        missing('port', 'port: 8080, // the port that your backend listens on');
      if (attach && secret === undefined && webhookUrl !== undefined)
        missing('secret', "secret: 'a-secret', // the secret in the webhook URL of your backend");
      if (parts.actions.addOutlet === undefined) return;
      for (const part of ['state', 'actions'] as const) {
        for (const [name, call] of Object.entries(parts[part])) {
          const needsOutlet = suite[part][name]?.isPerOutlet === true;
          if (!needsOutlet || typeof call !== 'string' || call.includes('{outletRef}')) continue;
          const message = 'must contain {outletRef}, because actions.addOutlet adds an outlet.';
          addIssue({ code: 'custom', path: [part, name], message });
        }
      }
    });
}

/** Returns the members of a part of the configuration, of all use cases. */
function knownNames(part: PropertyKey | undefined): readonly string[] {
  if (part === 'state' || part === 'actions') return Object.keys(known[part]);
  return ['useCase', 'actions', 'state', ...Object.keys(options)];
}

/** Checks a configuration. @throws VerificationError with the first problem */
export function checkVerification(value: unknown): asserts value is Verification {
  const { data, error } = useCaseSchema.safeParse(value);
  const [issue] = (data ? schemaOf(suites[data.useCase]).safeParse(value).error : error)?.issues ?? [];
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
