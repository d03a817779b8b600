import { CallFailedError, type Reply } from './calls.js';
import type { Difference } from './scenario.js';
import { pause } from './waiting.js';

/** The statuses with which a backend rejects a request. After any other failure, a repeat can succeed. */
const rejections = [400, 403, 404, 409, 410, 422];

/** The statuses of an order that the outlet has. */
export const liveStatuses: readonly unknown[] = ['open', 'inKitchen', 'readyForPickup', 'complete'];

/** What the backend said to a guest. `taken` is a 202, so the guest does not know yet. */
export type Answer = 'accepted' | 'taken' | 'rejected' | 'failed';

/** How a request of a guest ended. */
export interface GuestReply {
  readonly answer: Answer;
  /** Why the backend did not accept it. */
  readonly reason: string | undefined;
  /** The status of a rejection. */
  readonly status?: number;
}

/** A guest's attempt to cancel an order. */
export interface Cancellation extends GuestReply {
  /** The status of the order when the guest cancelled; `undefined` if the outlet did not have it. */
  readonly statusBefore: string | undefined;
}

export function isAccepted({ answer }: Pick<GuestReply, 'answer'>): boolean {
  return answer === 'accepted' || answer === 'taken';
}

/**
 * Repeats a request as an app does, until the backend replies or the guest no longer wants it.
 * @param timeout - in milliseconds
 */
export async function repeat(
  request: () => Promise<Reply>,
  timeout: number,
  isOver: () => boolean = () => false,
): Promise<GuestReply> {
  const end = performance.now() + timeout;
  for (let delay = 1_000; ; delay *= 2) {
    try {
      const { status } = await request();
      return { answer: status === 202 ? 'taken' : 'accepted', reason: undefined };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof CallFailedError && rejections.includes(error.status))
        return { answer: 'rejected', reason, status: error.status };
      if (isOver() || performance.now() + delay > end) return { answer: 'failed', reason };
    }
    await pause(delay);
    if (isOver()) return { answer: 'failed', reason: 'The guest has cancelled.' };
  }
}

/** Compares what the backend said about a cancellation with the status of the order at the outlet. */
export function compareCancellation(
  name: string,
  { answer, reason, statusBefore }: Cancellation,
  atOutlet: { readonly status: string } | undefined,
): Difference | undefined {
  if (answer === 'failed') return { expected: `${name} succeeds`, found: String(reason), canHeal: false };
  if (answer === 'rejected')
    return statusBefore === 'open'
      ? { expected: `${name} succeeds, because the order is open`, found: String(reason), canHeal: false }
      : undefined;
  const isPromise = answer === 'accepted' || statusBefore === 'open' || statusBefore === undefined;
  if (!atOutlet || atOutlet.status === 'cancelled' || !isPromise) return undefined;
  return {
    expected: `cancelled at the outlet, because the backend ${answer === 'accepted' ? 'confirmed' : 'accepted'} the cancellation`,
    found: `${atOutlet.status} at the outlet`,
    canHeal: atOutlet.status !== 'complete',
  };
}
