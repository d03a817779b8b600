import { WebhookVerificationError } from './webhook-verification-error.js';

/** Details of a delivery that the request does not contain. */
export interface DeliveryInfo {
  /** The IP address of the socket, never of a header. `toNodeListener` sets it. */
  readonly clientIp?: string | undefined;
  /**
   * Keeps the process running until the promise settles. Set it if the runtime freezes the process after the response:
   * `(promise) => ctx.waitUntil(promise)` on Cloudflare Workers, where the method needs its object, and `after` in Next.js.
   */
  readonly waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
  /** The body as text, bytes or an object, if a framework has read it. It replaces the body of the request. */
  readonly body?: string | Uint8Array | ArrayBuffer | object | undefined;
}

/**
 * Checks a delivery before its body is read. `true` accepts the delivery, and every other result rejects it with 403. If the guard
 * throws, the response is 503. Do not read the body in a guard, because its size is not limited yet: check it in an event handler.
 * @example
 * ```ts
 * const onlyOurHost: WebhookGuard = (request) => new URL(request.url).hostname === 'hooks.bistro.example';
 * ```
 */
export interface WebhookGuard {
  /** Returns `true`, or a promise of it, to accept the delivery. */
  (request: Request, info: DeliveryInfo): boolean | Promise<boolean>;
  /** What the guard checks. IP addresses are checked first, then secrets, then everything else. */
  readonly looksAt?: 'address' | 'secret' | undefined;
}

const order = ['address', 'secret', undefined];

/** Runs the guards one after another. @throws {@link WebhookVerificationError} if one rejects the delivery */
export async function passGuards(
  guards: readonly WebhookGuard[],
  request: Request,
  info: DeliveryInfo,
): Promise<void> {
  for (const guard of guards.toSorted((a, b) => order.indexOf(a.looksAt) - order.indexOf(b.looksAt))) {
    // A guard without a `return` must not accept everything.
    if ((await guard(request, info)) === true) continue;
    const name = guard.name || `verify[${guards.indexOf(guard)}]`;
    throw new WebhookVerificationError(
      'rejected',
      `The guard ${name} rejected the delivery: it did not return true.`,
    );
  }
}
