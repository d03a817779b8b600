import ts from 'typescript';
import { createApiError } from '../../../src/errors/api-errors.js';
import * as root from '../../../src/errors/index.js';
import * as sync from '../../../src/sync/index.js';
import * as webhooks from '../../../src/webhooks/index.js';
import { code, tableOf } from '../markdown.js';
import { type Documented, declarationsIn, firstSentence, labelled } from '../source.js';

/** The files of the error classes, in the order of the table. */
const files = [
  'errors/outlet-error',
  'errors/request-validation-error',
  'errors/call-error',
  'errors/api-errors',
  'errors/no-response-errors',
  'errors/call-aborted-error',
  'errors/response-validation-error',
  'errors/endless-list-error',
  'sync/order-feed/order-feed-error',
  'sync/checkpoints/lease-error',
  'sync/outbox/outbox-error',
  'webhooks/parse/webhook-parse-error',
  'webhooks/guards/webhook-verification-error',
];

/** The text of the page describes them. */
const baseClasses = ['OutletError', 'CallError'];

const note = `A class with an outcome is a \`CallError\`. The column shows the outcome of a
call with one attempt. After several attempts, \`outcome\` is \`unknown\` if the API may have performed any
of them.

Import ${namesOf(sync)} from \`outlet-open-api/sync\`, and
${namesOf(webhooks)} from \`outlet-open-api/webhooks\`.`;

/** Every exported error class: when it is thrown, its HTTP status and outcome, and what to do. */
export function errors(): string {
  const statuses = statusesByClass();
  const rows = errorClasses()
    .filter(({ name }) => !baseClasses.includes(name))
    .map((error) => [
      [code(error.name), statuses.get(error.name)].filter(Boolean).join(', '),
      labelled(error, 'Outcome')?.replace(/\.$/, '') ?? '—',
      firstSentence(error),
      whatToDo(error),
    ]);
  return `${tableOf(['Class, HTTP status', '`outcome`', 'When', 'What to do'], rows)}\n\n${note}`;
}

function errorClasses(): Documented[] {
  const classes = files
    .flatMap((file) => declarationsIn(`src/${file}.ts`))
    .filter(({ node }) => ts.isClassDeclaration(node));
  const missing = [root, sync, webhooks]
    .flatMap(classNamesOf)
    .filter((name) => !classes.some((one) => one.name === name));
  if (missing.length > 0) throw new Error(`scripts/docs/tables/errors.ts has no file for ${missing.join()}`);
  return classes;
}

function classNamesOf(module: object): string[] {
  return Object.entries(module)
    .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)
    .map(([name]) => name);
}

/** The classes that the root of the package does not export. */
function namesOf(module: object): string {
  return classNamesOf(module)
    .filter((name) => !(name in root))
    .sort()
    .map(code)
    .join(', ')
    .replace(/, ([^,]+)$/, ' and $1');
}

function whatToDo(error: Documented): string {
  const text = labelled(error, 'What to do');
  if (text === undefined || /\. /.test(text)) {
    throw new Error(`The comment of ${error.name} needs an item "- What to do: …" of one sentence`);
  }
  return text.startsWith('If `outcome` is `unknown`')
    ? 'Do what [Outcomes](retries.md#outcomes) says for its `outcome`.'
    : text;
}

/** Returns the statuses of each class, as the client maps them: 4xx one by one, 5xx together, and the others. */
function statusesByClass(): Map<string, string> {
  const found = new Map([['ResponseValidationError', '2xx']]);
  for (let status = 400; status < 600; status += 1) {
    const { name } = createApiError(
      {
        callId: '',
        method: 'GET',
        path: '/',
        idempotencyKey: undefined,
        attempts: 1,
        outcome: 'rejected',
        isKeyPassed: false,
        isTransient: false,
      },
      {
        status,
        message: '',
        errors: undefined,
        headers: new Headers(),
        requestId: undefined,
        idempotentReplay: false,
        isForeign: false,
        rateLimit: undefined,
        retryAfterSeconds: undefined,
        hint: '',
      },
    );
    found.set(name, found.has(name) ? '5xx' : `${status}`);
  }
  return found.set('ApiError', 'other');
}
