import { CallFailedError, type Reply } from './calls.js';
import type { Difference } from './scenario.js';
import { pause } from './waiting.js';

/** The statuses with which a backend rejects a request. After any other failure, a repeat can succeed. */
const rejections = [400, 403, 404, 409, 410, 422];

/** The statuses of an order that the outlet has. */
export const liveStatuses: readonly unknown[] = ['open', 'inKitchen', 'readyForPickup', 'complete'];

/** What the backend said to a guest. `taken` is a 202, so the guest does not know yet. */
type Answer = 'accepted' | 'taken' | 'rejected' | 'failed';

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

/** What a guest asks the backend for, and what it said. */
export interface GuestRequest {
  answer: Answer;
  /** Why the backend did not accept the request. */
  reason: string | undefined;
  cancellation?: Cancellation;
  /** Why the backend did not accept the repeat of a request that it had accepted. */
  failedRepeat?: string | undefined;
}

export function isAccepted({ answer }: Pick<GuestReply, 'answer'>): boolean {
  return answer === 'accepted' || answer === 'taken';
}

/** The app of guests or hosts, which repeats a request until the backend replies, or for `timeout` milliseconds. */
export class GuestApp {
  constructor(readonly timeout: number) {}

  /** Sends a new request; with a second port, to two processes at the same time. */
  async send<Request extends GuestRequest>(
    request: Request,
    perform: (port?: number) => Promise<Reply>,
    secondPort: number | undefined,
  ): Promise<Request> {
    const ports = secondPort === undefined ? [undefined] : [undefined, secondPort];
    const isOver = () => request.cancellation !== undefined;
    const replies = await Promise.all(ports.map((port) => this.repeat(() => perform(port), isOver)));
    // One process can say that the other has the order.
    const reply = replies.find(({ answer }) => answer !== 'rejected') ?? replies[0];
    return Object.assign(request, { answer: reply?.answer, reason: reply?.reason });
  }

  /** Sends a request again that the backend has accepted. */
  async sendAgain(request: GuestRequest, perform: () => Promise<Reply>): Promise<void> {
    const { answer, reason, status } = await this.repeat(perform);
    if (!isAccepted({ answer }) && status !== 409) request.failedRepeat = reason;
  }

  /** Cancels a request, whose order has a status at the outlet. */
  async cancel(
    request: GuestRequest,
    statusBefore: string | undefined,
    perform: () => Promise<Reply>,
  ): Promise<void> {
    request.cancellation = { answer: 'failed', reason: undefined, statusBefore };
    request.cancellation = { ...(await this.repeat(perform)), statusBefore };
  }

  async repeat(perform: () => Promise<Reply>, isOver: () => boolean = () => false): Promise<GuestReply> {
    const end = performance.now() + this.timeout;
    for (let delay = 1_000; ; delay *= 2) {
      try {
        const { status } = await perform();
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
