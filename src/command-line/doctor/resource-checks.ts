import type { OutletClient } from '../../client/client.js';
import type { Channel } from '../../entities/index.js';
import { ApiError, RateLimitError } from '../../errors/api-errors.js';
import { CallAbortedError } from '../../errors/call-aborted-error.js';
import { CallError } from '../../errors/call-error.js';
import { EndlessListError } from '../../errors/endless-list-error.js';
import { OutletError } from '../../errors/outlet-error.js';
import type { Page } from '../../lists/pages.js';
import type { Paginator } from '../../lists/paginator.js';
import { isText } from '../../options/checks.js';
import type { CallOptions } from '../../transport/call-options.js';
import { inCommandLine } from '../list-options.js';
import type { Finding } from './finding.js';

/** A finding, with the status of the response if there was one. */
interface ResourceFinding extends Finding {
  readonly status: number | undefined;
}

interface Resource<T> {
  readonly name: string;
  /** A sentence that says which use cases need the resource. API specification: Use cases › Flows */
  readonly purpose: string;
  read(): PromiseLike<T>;
  /** Describes what was read. */
  describe(found: T): string;
}

/** The longest range that the client requests by default. */
const days = 31;
const neededBy = (useCases: string) => `${useCases} need it.`;
const undefinedAccess = 'Which use cases have access is undocumented.';

/** Reads each resource that an API key can have access to. `channels` is the call that was already made. */
export async function checkResources(
  outlet: OutletClient,
  channels: PromiseLike<Channel[]>,
  options: CallOptions,
): Promise<ResourceFinding[]> {
  const to = new Date();
  const range = { from: new Date(to.getTime() - days * 24 * 60 * 60 * 1_000), to };
  const listed = channels.then(
    (found) => found,
    () => [],
  );
  // One slice, so that a cursor is followed.
  const listOptions = { ...options, concurrency: 1, missingNext: 'error' } as const;
  const orders = firstPages(outlet.orders.list(range, listOptions));
  const firstOrder = orders.then(
    ({ items }) => items[0]?.id,
    () => undefined,
  );
  const ofOrder = async (name: string, purpose: string, read: (id: string) => PromiseLike<unknown>) => {
    const id = await firstOrder;
    if (!isText(id)) return skipped(name);
    return check({ name, purpose, read: () => read(id), describe: () => 'Readable.' });
  };
  return Promise.all([
    check({
      name: 'GET /channels',
      purpose: neededBy('Digital Ordering and Reservations'),
      read: () => channels,
      describe: ({ length }) => `Readable, ${length} found.`,
    }),
    check({
      name: 'GET /menus',
      purpose: neededBy('Digital Ordering and Inventory Management'),
      read: async () => outlet.menus.get(menuOf(await listed), options),
      describe: () => 'Readable.',
    }),
    checkList('GET /orders', neededBy('Order Data and Inventory Management'), orders),
    ofOrder('GET /orders/{id}', 'Every use case needs it.', (id) => outlet.orders.get(id, options)),
    ofOrder('GET /orders/{id}/action-log', undefinedAccess, (id) => outlet.actionLogs.forOrder(id, options)),
    checkList(
      'GET /orders/action-logs',
      undefinedAccess,
      firstPages(outlet.actionLogs.list(range, listOptions)),
    ),
    checkList(
      'GET /inventory/goods-receipts',
      'Accounting needs it, with a key of Order Data.',
      firstPages(outlet.goodsReceipts.list(range, listOptions)),
    ),
  ]);
}

/** Checks the token by its form and by what the API allowed. It never shows or decodes the token, because a token is opaque. */
export function checkToken(token: string, resources: readonly ResourceFinding[]): Finding {
  const check = 'Access token';
  const statuses = resources.flatMap(({ status }) => status ?? []);
  const all = (wanted: number) => statuses.length > 0 && statuses.every((status) => status === wanted);
  if (all(401)) {
    const isJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
    const form = isJwt ? '' : ' It does not have the three parts of a JWT.';
    const message = `The API rejected the token with 401.${form} Copy the whole token again, and check that the key is not revoked. Sandbox keys do not work in production, and production keys do not work in the sandbox.`;
    return { check, result: 'fail', message };
  }
  if (all(403))
    return {
      check,
      result: 'fail',
      message:
        'The key has access to nothing that was checked. Check its use case in the merchant dashboard.',
    };
  if (statuses.includes(200)) return { check, result: 'ok', message: 'The API accepts it.' };
  const message =
    'No request succeeded, so the API may not accept it. Fix the other checks, then run the command again.';
  return { check, result: 'fail', message };
}

/** Returns the menu of a partner if a channel names one. The API specification does not define the fields of a channel. */
function menuOf(channels: readonly Channel[]) {
  const partner = channels
    .map((channel) => ('partnerChannel' in channel ? channel.partnerChannel : undefined))
    .find(isText);
  return partner ? { channelType: 'partner', partnerChannel: partner } : { channelType: 'dine-in' };
}

/** The first page of a list, and the problem of the pages after it. */
interface FirstPages<T> {
  readonly items: readonly T[];
  readonly problem?: string;
}

/**
 * How many pages of a list are read. If the API ignores the cursor, the third page with records shows it. If the API rejects the
 * cursor, the list starts again a few times, without new records.
 */
const maxPages = { withRecords: 3, all: 6 };

async function firstPages<T>(list: Paginator<T>): Promise<FirstPages<T>> {
  const pages: Page<T>[] = [];
  try {
    for await (const page of list.pages()) {
      const read = pages.push(page);
      const { length } = pages.filter(({ items }) => items.length > 0);
      if (length === maxPages.withRecords || read === maxPages.all) break;
    }
  } catch (error) {
    const isOther = error instanceof CallAbortedError || error instanceof RateLimitError;
    if (!(error instanceof OutletError) || isOther || pages.length === 0) throw error;
    return { items: pages[0]?.items ?? [], problem: error.message };
  }
  return { items: pages[0]?.items ?? [] };
}

async function checkList(
  name: string,
  purpose: string,
  pages: Promise<FirstPages<unknown>>,
): Promise<ResourceFinding> {
  const describe = ({ items }: FirstPages<unknown>) =>
    `Readable, ${items.length} on the first page of the last ${days} days.`;
  const finding = await check({ name, purpose, read: () => pages, describe });
  // The API documents this request.
  if (finding.status === 400) return { ...finding, result: 'fail' };
  const problem = finding.result === 'ok' ? (await pages).problem : undefined;
  return problem === undefined ? finding : { ...finding, result: 'fail', message: inCommandLine(problem) };
}

async function check<T>({ name, purpose, read, describe }: Resource<T>): Promise<ResourceFinding> {
  try {
    return { check: name, result: 'ok', message: describe(await read()), status: 200 };
  } catch (error) {
    if (error instanceof EndlessListError)
      return { check: name, result: 'fail', message: inCommandLine(error.message), status: 200 };
    if (!(error instanceof CallError) || error instanceof CallAbortedError) throw error;
    const status = error instanceof ApiError ? error.status : undefined;
    return { check: name, status, ...failure(error, name, purpose) };
  }
}

function failure(error: CallError, name: string, purpose: string): Omit<Finding, 'check'> {
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 401 || status === 403) {
    const message = `${status}. The key has no access. ${purpose} If you need it, create a key of another use case.`;
    return { result: 'warn', message };
  }
  if (status === 404 && name.includes('{id}'))
    return {
      result: 'warn',
      message:
        '404. The API may hide this order from the key, such as one that a partner aggregated. If all orders get a 404, check the use case of the key.',
    };
  if (status === 404)
    return { result: 'warn', message: '404. The API does not have this resource, or hides it from the key.' };
  return {
    result: status === 400 || status === 429 ? 'warn' : 'fail',
    message: inCommandLine(error.message),
  };
}

function skipped(name: string): ResourceFinding {
  const message = `Not checked, because no order of the last ${days} days could be read.`;
  return { check: name, result: 'skip', message, status: undefined };
}
