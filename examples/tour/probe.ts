import {
  AuthenticationError,
  NotFoundError,
  OutletClient,
  OutletError,
  PermissionDeniedError,
} from 'outlet-open-api';
import { Difference } from './expect.js';
import { terminal } from './terminal.js';

const days = 7;
const maxRecords = 200;

/** Reads from a service with your API key: at most the last 7 days, and the first 200 records of each list. It changes nothing. */
export async function probe(): Promise<void> {
  const outlet = new OutletClient({ timeout: 10_000, maxRetries: 2 });
  const to = new Date();
  const range = { from: new Date(to.getTime() - days * 24 * 60 * 60 * 1_000), to };
  terminal.title(`Reading the last ${days} days from ${process.env.OUTLET_BASE_URL}. Nothing is changed.`);

  const reads: [resource: string, read: () => Promise<string>][] = [
    ['channels', async () => counted(await outlet.channels.list(), 'channels')],
    [
      'menus',
      async () => `a menu with the fields ${Object.keys(await outlet.menus.get({ channelType: 'dine-in' }))}`,
    ],
    ['orders', async () => counted(await outlet.orders.list(range).toArray({ limit: maxRecords }), 'orders')],
    [
      'actionLogs',
      async () => counted(await outlet.actionLogs.list(range).toArray({ limit: maxRecords }), 'entries'),
    ],
    [
      'goodsReceipts',
      async () => counted(await outlet.goodsReceipts.list(range).toArray({ limit: maxRecords }), 'receipts'),
    ],
  ];
  const findings: Finding[] = [];
  for (const [resource, read] of reads) findings.push({ resource, ...(await finding(read)) });

  terminal.table(
    ['resource', 'result'],
    findings.map(({ resource, result }) => [resource, result]),
  );
  const { limit, remaining } = outlet.rateLimitState;
  terminal.say(
    `The key can send ${limit} requests per second. ${remaining ?? 'An unknown number'} were left after the last one.`,
  );
  judge(findings);
}

interface Finding {
  readonly resource: string;
  readonly result: string;
  readonly kind: 'found' | 'rejected' | 'not-for-this-key' | 'failed';
}

async function finding(read: () => Promise<string>): Promise<Omit<Finding, 'resource'>> {
  try {
    return { result: await read(), kind: 'found' };
  } catch (error) {
    if (error instanceof AuthenticationError)
      return { result: 'The API rejected the token (401).', kind: 'rejected' };
    if (error instanceof PermissionDeniedError)
      return { result: 'The key has no permission (403).', kind: 'not-for-this-key' };
    if (error instanceof NotFoundError)
      return {
        result: 'The key has no permission, or the resource does not exist (404).',
        kind: 'not-for-this-key',
      };
    return { result: error instanceof OutletError ? error.message : String(error), kind: 'failed' };
  }
}

function judge(findings: readonly Finding[]): void {
  const failed = findings.filter(({ kind }) => kind === 'failed').map(({ resource }) => resource);
  if (failed.length > 0) throw new Difference(`No usable response for ${failed.join(', ')}.`);
  if (findings.every(({ kind }) => kind === 'rejected')) {
    throw new Difference(
      'The API rejected the token for every resource. Check that it is complete and belongs to this environment.',
    );
  }
}

function counted(records: readonly unknown[], name: string): string {
  return records.length === maxRecords ? `${maxRecords} ${name} or more` : `${records.length} ${name}`;
}
