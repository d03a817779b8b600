import { CallError } from '../errors/call-error.js';
import { isRecord } from '../records.js';
import type { Reply } from './reply.js';

/** Reports that the run must not send further requests, or not create further orders. */
export class StoppedError extends Error {}

/** The key that created an order. */
interface Creator {
  cancel(path: string): Promise<Reply>;
  statusOf(path: string): Promise<unknown>;
}

/** The orders that a run created. They are cancelled before it ends. */
export class CreatedOrders {
  /** The keys that created the orders, by the paths where they cancel them. */
  readonly #creators = new Map<string, Creator>();
  readonly #onLeftOver: (sentence: string) => void;
  #hasLeftOver = false;

  constructor(onLeftOver: (sentence: string) => void) {
    this.#onLeftOver = onLeftOver;
  }

  /** @throws StoppedError if an order may be left over, because the next one could be as well */
  requireClean(): void {
    if (this.#hasLeftOver)
      throw new StoppedError('An earlier order could not be cancelled, so no other was created.');
  }

  /** Records what a POST created. */
  addReply(postPath: string, reply: Reply, creator: Creator): void {
    const path = createdPath(postPath, reply);
    const isOrder = postPath === '/orders' || postPath === '/orders/reservations';
    if (path !== undefined && isOrder) this.#creators.set(path, creator);
    else if (reply.status < 300)
      this.#leave(`POST ${postPath} succeeded, but its response has no ID with which to cancel.`);
  }

  /** Records a POST that failed. */
  addFailure(postPath: string, error: unknown): void {
    if (error instanceof CallError && ['not-sent', 'rejected'].includes(error.outcome)) return;
    this.#leave(`POST ${postPath} got no usable response, so it may have created an order.`);
  }

  /** Cancels the orders so far. */
  async cancelAll(): Promise<void> {
    for (const [path, creator] of this.#creators) {
      this.#creators.delete(path);
      if (!(await isCancelled(path, creator))) this.#leave(`PUT ${path} did not cancel the order.`);
    }
  }

  #leave(problem: string): void {
    this.#hasLeftOver = true;
    this.#onLeftOver(
      `${problem} Look for an order or reservation whose partner reference starts with learn-, and cancel it.`,
    );
  }
}

/** Cancels an order if it is open. A success does not prove the cancellation, and neither does a failure disprove it. */
async function isCancelled(path: string, creator: Creator): Promise<boolean> {
  try {
    const { body } = await creator.cancel(path).catch(() => ({ body: undefined }));
    return (isRecord(body) && body.status === 'cancelled') || (await creator.statusOf(path)) === 'cancelled';
  } catch {
    return false;
  }
}

/** Returns the path of the entry that a POST created. */
export function createdPath(postPath: string, { status, body }: Reply): string | undefined {
  const id = isRecord(body) ? body.id : undefined;
  return status < 300 && typeof id === 'string' ? `${postPath}/${encodeURIComponent(id)}` : undefined;
}
