import { WebhookVerificationError } from '../../errors/webhook-verification-error.js';

/** What a server knows of a delivery besides its request. */
export interface DeliveryInfo {
  /** The IP address of the socket, never one from a header. `toNodeListener` fills it in. */
  readonly clientIp?: string | undefined;
  /**
   * Keeps a process running until the promise settles, if the runtime freezes it after the response: `ctx.waitUntil` of
   * Cloudflare Workers, `after` of Next.
   */
  readonly waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
  /** The body as text, bytes or object, if a framework has read it. It is used instead of the body of the request. */
  readonly body?: string | Uint8Array | ArrayBuffer | object | undefined;
}

/**
 * Checks a delivery before its body is read. `true` accepts it, every other result rejects it with 403. If the guard throws, the
 * delivery gets 503. Check the body in an event handler instead: here, nothing limits its size.
 *
 * @example
 * ```ts
 * const onlyOurHost: WebhookGuard = (request) => new URL(request.url).hostname === 'hooks.bistro.example';
 * ```
 */
export interface WebhookGuard {
  (request: Request, info: DeliveryInfo): boolean | Promise<boolean>;
  /** What the guard checks. IP addresses are checked first, then secrets, then everything else. */
  readonly looksAt?: 'address' | 'secret' | undefined;
}

const order = ['address', 'secret', undefined];

/** Runs the guards one after another. @throws WebhookVerificationError if one rejects the delivery */
export async function passGuards(
  guards: readonly WebhookGuard[],
  request: Request,
  info: DeliveryInfo,
): Promise<void> {
  for (const guard of guards.toSorted((a, b) => order.indexOf(a.looksAt) - order.indexOf(b.looksAt))) {
    // A guard without a `return` must not accept everything.
    if ((await guard(request, info)) === true) continue;
    throw new WebhookVerificationError('refused', 'A guard rejected the delivery: it did not return true.');
  }
}
