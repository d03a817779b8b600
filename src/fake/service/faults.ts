import { patternOf } from './router.js';

const kinds = [
  'lost-response',
  'dropped-request',
  'server-error',
  'server-error-after-effect',
  'bad-gateway-html',
  'cut-body',
  'invalid-json',
  'empty-body',
  'rate-limited',
  'hang',
  'slow-body',
] as const;

/**
 * What goes wrong with a request.
 *
 * - `lost-response`: performed, then the connection breaks.
 * - `dropped-request`: the connection breaks before anything was performed.
 * - `server-error`: a 500, nothing performed.
 * - `server-error-after-effect`: performed, then a 500.
 * - `bad-gateway-html`: a proxy's 502 in HTML, nothing performed.
 * - `cut-body`: performed; the connection breaks within the answer's body.
 * - `invalid-json`: performed; the body is cut short and ends as if it were whole.
 * - `empty-body`: performed; the body is empty.
 * - `rate-limited`: a 429, as if others had used up the key's window.
 * - `hang`: not performed, and never answered; ends when the request is aborted.
 * - `slow-body`: performed; the second half of the body comes late.
 */
export type FaultKind = (typeof kinds)[number];

/** Which of the next requests fail, and how. Without a method or a path, any will do. */
export interface Fault {
  method?: string | undefined;
  /** Below `/api/v1`, with parameters in braces: `/orders`, `/orders/{orderId}`. */
  path?: string | undefined;
  with: FaultKind;
  /** How many requests fail. Default 1. */
  times?: number | undefined;
  /** Milliseconds between the halves of a slow body. Default 1,000. */
  delayMs?: number | undefined;
}

/** A fault that a request meets. */
export interface MetFault {
  readonly kind: FaultKind;
  readonly delayMs: number;
}

export interface Faults {
  failNext(fault: Fault): void;
  /** The fault that waits for such a request, and is used up by it. */
  take(method: string, path: string): MetFault | undefined;
}

export function createFaults(): Faults {
  const planned: { fault: Fault; pattern: RegExp | undefined; left: number }[] = [];

  return {
    failNext(fault) {
      if (!kinds.includes(fault.with)) {
        throw new TypeError(`Unknown fault ${String(fault.with)}. Known are ${kinds.join(', ')}.`);
      }
      const pattern = fault.path === undefined ? undefined : patternOf(fault.path);
      planned.push({ fault, pattern, left: fault.times ?? 1 });
    },
    take(method, path) {
      const plan = planned.find(
        ({ fault, pattern, left }) =>
          left > 0 && (fault.method ?? method).toUpperCase() === method && (pattern?.test(path) ?? true),
      );
      if (!plan) return undefined;
      plan.left -= 1;
      if (plan.left <= 0) planned.splice(planned.indexOf(plan), 1);
      return { kind: plan.fault.with, delayMs: plan.fault.delayMs ?? 1_000 };
    },
  };
}
