import { WebhookVerificationError } from '../../errors/webhook-verification-error.js';
import type { DeliveryInfo } from './guard.js';
import { parseIp } from './ip-address.js';

/** Which proxies are believed when they say for whom they speak: the last so many, or those that this tells by their address. */
export type TrustedProxies = number | ((address: string) => boolean);

/**
 * Who sent a delivery. That is whoever has connected, unless proxies are trusted: each of them has added the address of whoever
 * connected to it to the header `X-Forwarded-For`, in front of which anybody can have written anything.
 *
 * @throws WebhookVerificationError where there is no telling
 */
export function senderOf(
  request: Request,
  { clientIp }: DeliveryInfo,
  proxies: TrustedProxies | undefined,
): string {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').reverse() ?? [];
  if (typeof proxies === 'number') return bare(forwarded[proxies - 1], tooFewHops);
  let sender = bare(clientIp, noSocket);
  for (const address of forwarded) {
    if (!proxies?.(sender)) return sender;
    sender = bare(address, 'X-Forwarded-For holds what is no address');
  }
  return sender;
}

const noSocket =
  'The sender is not known: pass clientIp to the handler, as toNodeListener does, or to ipAllowList, or set trustProxy';
const tooFewHops = 'X-Forwarded-For names fewer proxies than trustProxy';

/** An address by itself. Some proxies write the port behind it. */
export function bare(text: string | undefined, otherwise: string): string {
  const address = text?.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2') ?? '';
  if (parseIp(address)) return address;
  throw new WebhookVerificationError('unknown-address', `${otherwise}.`);
}
