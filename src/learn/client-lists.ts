import type { OutletClient } from '../client/client.js';
import { goodsReceiptStatuses } from '../entities/goods-receipt.js';
import { ApiError } from '../errors/api-errors.js';
import { EndlessListError } from '../errors/endless-list-error.js';
import { OutletError } from '../errors/outlet-error.js';
import { ResponseValidationError } from '../errors/response-validation-error.js';
import type { FakeEndpoint } from '../fake/index.js';
import { type Caller, isRejection, withAccess } from './caller.js';
import { StoppedError } from './created-orders.js';
import { pagingOf } from './pages.js';
import type { ClientNames, Run } from './run.js';

/** A list that the client cannot read. */
export interface UnreadableList {
  readonly endpoint: FakeEndpoint;
  /** What the client says. */
  readonly problem: string;
}

/** Reads as many pages as show whether the client can follow a cursor. */
type Read = (client: OutletClient, run: Run) => Promise<unknown>;

const maxPages = 3;

const lists: readonly (readonly [FakeEndpoint, Read])[] = [
  ['GET /orders', (client, run) => firstPages(client.orders.list(run.range, listOptions(run)))],
  [
    'GET /inventory/goods-receipts',
    // Otherwise, only completed ones are listed, which can fit onto one page.
    (client, run) =>
      firstPages(client.goodsReceipts.list({ ...run.range, status: goodsReceiptStatuses }, listOptions(run))),
  ],
  [
    'GET /orders/action-logs',
    (client, run) => firstPages(client.actionLogs.list(run.range, listOptions(run))),
  ],
  ['GET /channels', (client, { options: { signal } }) => client.channels.list({ signal })],
];

/** Reads the lists with the client and the options that it needs, as your code does. Returns those that it cannot read. */
export async function unreadableLists(run: Run, callers: readonly Caller[]): Promise<UnreadableList[]> {
  const found: UnreadableList[] = [];
  for (const [endpoint, read] of lists) {
    const problem = await problemOf(run, callers, endpoint, read);
    if (problem !== undefined) found.push({ endpoint, problem });
  }
  return found;
}

async function problemOf(
  run: Run,
  callers: readonly Caller[],
  endpoint: FakeEndpoint,
  read: Read,
): Promise<string | undefined> {
  try {
    const [caller] = await withAccess(callers, endpoint);
    if (!caller) return undefined;
    await pagingOf(caller, endpoint);
    run.requireNext();
    await read(caller.clientWith(neededNames(run)), run);
  } catch (error) {
    run.options.signal.throwIfAborted();
    if (isUnreadable(error)) return error.message;
    // The API failed, which says nothing about the list.
    if (!(error instanceof OutletError) && !(error instanceof StoppedError)) throw error;
  }
  return undefined;
}

function isUnreadable(error: unknown): error is Error {
  const isOfApi = error instanceof ApiError && isRejection(error.status);
  return isOfApi || error instanceof ResponseValidationError || error instanceof EndlessListError;
}

/** The names that the client expects. */
const expected: Readonly<Record<string, string>> = { cursorParam: 'cursor', nextField: 'next' };

/** Returns the client options that the outlet needs. */
export function neededNames({ names }: Run): Partial<ClientNames> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([option, ofLists]) => {
      const others = Object.entries(ofLists).filter(([, name]) => name !== expected[option]);
      return others.length === 0 ? [] : [[option, Object.fromEntries(others)]];
    }),
  );
}

// One slice, so that a cursor is followed.
function listOptions({ options: { signal } }: Run) {
  return { signal, concurrency: 1, missingNext: 'error' } as const;
}

async function firstPages(list: { pages(): AsyncIterable<unknown> }): Promise<void> {
  let count = 0;
  for await (const _ of list.pages()) {
    count += 1;
    if (count === maxPages) return;
  }
}
