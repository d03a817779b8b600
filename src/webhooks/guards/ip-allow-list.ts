import { assertValid } from '../../errors/request-validation-error.js';
import { WebhookVerificationError } from '../../errors/webhook-verification-error.js';
import { isCount } from '../../is-count.js';
import { bare, senderOf } from './client-ip.js';
import type { DeliveryInfo, WebhookGuard } from './guard.js';
import { parseBlock, parseIp } from './ip-address.js';

/** How the sender's address is found, where it is not the socket's. At most one of them. */
export interface IpAllowListOptions {
  /** Gives the address, such as from a header that your platform sets and nobody else can: `CF-Connecting-IP`. */
  readonly clientIp?:
    | ((
        request: Request,
        info: DeliveryInfo,
      ) => string | null | undefined | Promise<string | null | undefined>)
    | undefined;
  /**
   * The proxies in front of you whose `X-Forwarded-For` is believed: how many there are, or their addresses and blocks. A number is
   * safe only where nobody can reach you but through them.
   */
  readonly trustProxy?: number | readonly string[] | undefined;
}

/**
 * Lets in what comes from one of these addresses. Which ones the service sends from is not documented: ask for them.
 *
 * The address is that of the socket, as `toNodeListener` and your own server give it to the handler. Headers are looked at only where
 * you name who is to be believed. An IPv4 address that arrives as IPv6 (`::ffff:203.0.113.7`) is an IPv4 address.
 *
 * Specification: "Authentication", rule 10.
 *
 * @param list - addresses and blocks in the notation of CIDR, IPv4 and IPv6
 *
 * @example
 * ```ts
 * ipAllowList(['203.0.113.0/24', '2001:db8::/32']);
 * ipAllowList(['203.0.113.0/24'], { trustProxy: ['10.0.0.0/8'] });
 * ipAllowList(['203.0.113.0/24'], { clientIp: (request) => request.headers.get('cf-connecting-ip') });
 * ```
 * @throws RequestValidationError where the list is empty, or an entry is no address
 */
export function ipAllowList(list: readonly string[], options: IpAllowListOptions = {}): WebhookGuard {
  const { isAllowed, clientIp, proxies } = settingsFrom([list].flat(), { ...options });

  async function guard(request: Request, info: DeliveryInfo): Promise<boolean> {
    const sender = clientIp
      ? bare((await clientIp(request, info)) ?? undefined, 'The clientIp function gave no address')
      : senderOf(request, info, proxies);
    if (isAllowed(sender)) return true;
    throw new WebhookVerificationError(
      'wrong-address',
      `${sender} is not on the allow-list. Where that is a proxy of yours, set trustProxy.`,
    );
  }
  return Object.assign(guard, { looksAt: 'address' } as const);
}

const refused = 'The allow-list cannot be used';

function settingsFrom(list: readonly string[], { clientIp, trustProxy: trusted }: IpAllowListOptions) {
  const trustProxy = Array.isArray(trusted) ? [...trusted] : trusted;
  assertValid(refused, {
    ...entries('list', list),
    clientIp: clientIp === undefined || typeof clientIp === 'function' || 'must be a function',
    trustProxy: !clientIp || trustProxy === undefined || 'does not go with clientIp',
    ...(!clientIp &&
      trustProxy !== undefined &&
      !isCount(trustProxy) &&
      entries('trustProxy', trustProxy, 'a whole number from 1 up, or ')),
  });
  const proxies = typeof trustProxy === 'object' ? matcher(trustProxy) : trustProxy;
  return { isAllowed: matcher(list), clientIp, proxies };
}

/** The verdicts on a list of addresses and blocks. */
function entries(path: string, list: unknown, otherwise = ''): Record<string, true | string> {
  if (!Array.isArray(list) || list.length === 0)
    return { [path]: `must be ${otherwise}a list with an address in it` };
  const message = 'must be an IP address, or a block such as 203.0.113.0/24';
  return Object.fromEntries(
    list.map((entry, index) => [
      `${path}[${index}]`,
      (typeof entry === 'string' && parseBlock(entry) !== undefined) || message,
    ]),
  );
}

/** Tells whether an address stands in one of the blocks. */
function matcher(list: readonly string[]): (address: string) => boolean {
  const blocks = list.map(parseBlock);
  return (address) => {
    const ip = parseIp(address);
    return blocks.some((block) => block !== undefined && ip?.startsWith(block));
  };
}
