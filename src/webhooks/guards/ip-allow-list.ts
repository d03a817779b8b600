import { issuesIn, type Verdict } from '../../errors/issue.js';
import { checkFunction, isCount } from '../../options/checks.js';
import { readOptions } from '../../options/read-options.js';
import type { DeliveryInfo, WebhookGuard } from './guard.js';
import { parseBlock, parseIp } from './ip-address.js';
import { WebhookVerificationError } from './webhook-verification-error.js';

/** How to find the IP address of the sender behind a proxy. Set at most one option. Default: the IP address of the socket. */
export interface IpAllowListOptions {
  /** Returns the IP address, for example from a header that only your platform can set, such as `CF-Connecting-IP`. */
  readonly clientIp?: ((request: Request) => string | null | undefined) | undefined;
  /**
   * The proxies in front of your server whose `X-Forwarded-For` you trust: their number, or their IP addresses and blocks. A number
   * is safe only if nobody can bypass the proxies.
   */
  readonly trustProxy?: number | readonly string[] | undefined;
}

/**
 * Creates a guard that accepts deliveries from a list of IP addresses. The API specification does not define the IP addresses of the
 * API, so ask its operator. An IPv4 address in IPv6 form (`::ffff:203.0.113.7`) counts as an IPv4 address.
 * API specification: Authentication, rule 10.
 * @param list - IPv4 and IPv6 addresses, and blocks in CIDR notation
 * @example
 * ```ts
 * ipAllowList(['203.0.113.0/24', '2001:db8::/32']);
 * ipAllowList(['203.0.113.0/24'], { trustProxy: ['10.0.0.0/8'] });
 * ipAllowList(['203.0.113.0/24'], { clientIp: (request) => request.headers.get('cf-connecting-ip') });
 * ```
 * @throws {@link RequestValidationError} if the list is empty, or has an invalid IP address or block
 */
export function ipAllowList(list: readonly string[], options?: IpAllowListOptions): WebhookGuard {
  const isAlone = options?.trustProxy === undefined;
  const { clientIp, trustProxy } = readOptions(
    'The allow list was not created',
    options,
    (option) => ({
      clientIp: option(
        'clientIp',
        (value) => (isAlone ? checkFunction(value) : 'cannot be combined with trustProxy'),
        undefined,
      ),
      trustProxy: option(
        'trustProxy',
        (value) => isCount(value) || checkBlocks(value, 'a whole number from 1 up, or '),
        undefined,
      ),
    }),
    { list: checkBlocks(list) },
  );
  const isAllowed = matcherOf(list);
  const proxies = typeof trustProxy === 'object' ? matcherOf(trustProxy) : trustProxy;

  function guard(request: Request, info: DeliveryInfo): boolean {
    const sender = clientIp
      ? checkIp(clientIp(request), 'clientIp returned no IP address')
      : senderOf(request, info, proxies);
    if (isAllowed(sender)) return true;
    throw new WebhookVerificationError(
      'wrong-address',
      `${sender} is not on the allow list. If it is your proxy, check trustProxy or clientIp, and the header that the proxy sets.`,
    );
  }
  return Object.assign(guard, { looksAt: 'address' } as const);
}

function checkBlocks(list: unknown, otherwise = ''): Verdict {
  if (!Array.isArray(list) || list.length === 0)
    return `must be ${otherwise}a non-empty list of IP addresses`;
  const isBlock = (entry: unknown) => typeof entry === 'string' && parseBlock(entry) !== undefined;
  const message = 'must be an IP address, or a block such as 203.0.113.0/24';
  return issuesIn(Object.fromEntries(list.map((entry, index) => [`[${index}]`, isBlock(entry) || message])));
}

function matcherOf(list: readonly string[]): (address: string) => boolean {
  const blocks = list.map(parseBlock);
  return (address) => {
    const ip = parseIp(address);
    return blocks.some((block) => block !== undefined && ip?.startsWith(block));
  };
}

/**
 * Returns the IP address of the socket, or of the last sender in `X-Forwarded-For` that is not a trusted proxy. Each proxy appends
 * the IP address that connected to it. Earlier entries can be forged.
 */
function senderOf(
  request: Request,
  { clientIp }: DeliveryInfo,
  proxies: number | ((address: string) => boolean) | undefined,
): string {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').reverse() ?? [];
  if (typeof proxies === 'number')
    return checkIp(forwarded[proxies - 1], 'X-Forwarded-For lists fewer proxies than trustProxy');
  let sender = checkIp(
    clientIp,
    'The client IP is unknown. Pass clientIp to the handler, as toNodeListener does, or set trustProxy',
  );
  for (const address of forwarded) {
    if (!proxies?.(sender)) return sender;
    sender = checkIp(address, 'X-Forwarded-For is not a list of IP addresses');
  }
  return sender;
}

/** Returns an IP address without the port that some proxies append. @throws {@link WebhookVerificationError} if there is none */
function checkIp(text: string | null | undefined, problem: string): string {
  const address = text?.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2') ?? '';
  if (parseIp(address)) return address;
  throw new WebhookVerificationError('unknown-address', `${problem}.`);
}
