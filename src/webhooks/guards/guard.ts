import { WebhookVerificationError } from '../../errors/webhook-verification-error.js';

/** What a server knows of a delivery besides its request. */
export interface DeliveryInfo {
  /** The address of whoever has connected: that of the socket, never one from a header. `toNodeListener` fills it in. */
  readonly clientIp?: string | undefined;
  /**
   * Keeps a process alive that freezes once it has answered, until the promise settles: `ctx.waitUntil` of Cloudflare Workers,
   * `after` of Next.
   */
  readonly waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
  /** The body, where a framework has read it already: as text, as bytes or parsed. It is then used instead of the request's. */
  readonly body?: string | Uint8Array | object | undefined;
}

/**
 * Looks at a delivery before a byte of its body is read, and lets it in with `true`. Anything else refuses it with 403; an error of
 * your own means that nobody can tell, and is answered 503. It is not for looking at the body, which has no bounds yet: that is for handlers.
 *
 * @example
 * ```ts
 * const onlyOurHost: WebhookGuard = (request) => new URL(request.url).hostname === 'hooks.bistro.example';
 * ```
 */
export interface WebhookGuard {
  (request: Request, info: DeliveryInfo): boolean | Promise<boolean>;
  /** What it looks at: addresses are looked at first, then secrets, then everything else. */
  readonly looksAt?: 'address' | 'secret' | undefined;
}

const order = ['address', 'secret', undefined];

/** Guards in the order in which they are asked. */
export function inOrder(guards: readonly WebhookGuard[]): readonly WebhookGuard[] {
  return guards.toSorted((a, b) => order.indexOf(a.looksAt) - order.indexOf(b.looksAt));
}

/** Asks one guard after the other. @throws WebhookVerificationError as soon as one refuses */
export async function passGuards(
  guards: readonly WebhookGuard[],
  request: Request,
  info: DeliveryInfo,
): Promise<void> {
  for (const guard of guards) {
    // Only `true` lets in: a guard that forgets its answer must not open the door.
    if ((await guard(request, info)) === true) continue;
    throw new WebhookVerificationError(
      'refused',
      'A guard did not answer true, and so refused the delivery.',
    );
  }
}
