import {
  AuthenticationError,
  isOutletError,
  NotFoundError,
  OutletClient,
  PermissionDeniedError,
} from 'outlet-open-api';
import { Difference } from './expect.js';
import { terminal } from './terminal.js';

const days = 7;
const most = 200;

/** Looks at a real service with a real key: reads only, at most the last 7 days, and the first 200 records of a list. */
export async function probe(): Promise<void> {
  const outlet = new OutletClient({ timeout: 10_000, maxRetries: 2 });
  const to = new Date();
  const range = { from: new Date(to.getTime() - days * 24 * 60 * 60 * 1_000), to };
  terminal.title(`Probing ${process.env.OUTLET_BASE_URL}: reads only, the last ${days} days`);

  const looks: [resource: string, look: () => Promise<string>][] = [
    ['channels', async () => counted(await outlet.channels.list(), 'channels')],
    [
      'menus',
      async () => `a menu with the fields ${Object.keys(await outlet.menus.get({ channelType: 'dine-in' }))}`,
    ],
    ['orders', async () => counted(await outlet.orders.list(range).toArray({ limit: most }), 'orders')],
    [
      'actionLogs',
      async () => counted(await outlet.actionLogs.list(range).toArray({ limit: most }), 'entries'),
    ],
    [
      'goodsReceipts',
      async () => counted(await outlet.goodsReceipts.list(range).toArray({ limit: most }), 'receipts'),
    ],
  ];
  const findings: Finding[] = [];
  for (const [resource, look] of looks) findings.push({ resource, ...(await finding(look)) });

  terminal.table(
    ['resource', 'result'],
    findings.map(({ resource, result }) => [resource, result]),
  );
  const { limit, remaining } = outlet.rateLimit;
  terminal.say(
    `The key may send ${limit} requests a window; ${remaining ?? 'an unknown number'} were left of the last one.`,
  );
  judge(findings);
}

interface Finding {
  readonly resource: string;
  readonly result: string;
  readonly kind: 'found' | 'refused' | 'not-for-this-key' | 'failed';
}

async function finding(look: () => Promise<string>): Promise<Omit<Finding, 'resource'>> {
  try {
    return { result: await look(), kind: 'found' };
  } catch (error) {
    if (error instanceof AuthenticationError)
      return { result: 'the token is not accepted (401)', kind: 'refused' };
    if (error instanceof PermissionDeniedError)
      return { result: 'not for this key (403)', kind: 'not-for-this-key' };
    if (error instanceof NotFoundError)
      return { result: 'not for this key, or not there (404)', kind: 'not-for-this-key' };
    return { result: isOutletError(error) ? error.message : String(error), kind: 'failed' };
  }
}

function judge(findings: readonly Finding[]): void {
  const failed = findings.filter(({ kind }) => kind === 'failed').map(({ resource }) => resource);
  if (failed.length > 0) throw new Difference(`no usable answer for ${failed.join(', ')}`);
  if (findings.every(({ kind }) => kind === 'refused')) {
    throw new Difference(
      'the service accepts the token nowhere: check that it is complete and of this environment',
    );
  }
}

function counted(records: readonly unknown[], name: string): string {
  return records.length === most ? `${most} ${name} or more` : `${records.length} ${name}`;
}
