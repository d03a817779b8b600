import { CallError } from '../errors/call-error.js';
import { isRecord } from '../records.js';
import type { Reply } from './reply.js';

/** The orders that a run created. All of them are cancelled at its end. */
export class CreatedOrders {
  /** Sends the cancellation of an order, by its path. */
  readonly #cancellations = new Map<string, () => Promise<Reply>>();
  readonly #onLeftOver: (sentence: string) => void;

  constructor(onLeftOver: (sentence: string) => void) {
    this.#onLeftOver = onLeftOver;
  }

  /** Records what a POST created. */
  addReply(postPath: string, reply: Reply, cancel: (path: string) => Promise<Reply>): void {
    const path = createdPath(postPath, reply);
    const isOrder = postPath === '/orders' || postPath === '/orders/reservations';
    if (path !== undefined && isOrder) this.#cancellations.set(path, () => cancel(path));
    else if (reply.status < 300)
      this.#onLeftOver(`POST ${postPath} may have created an entry that this command cannot cancel.`);
  }

  /** Records that an order was cancelled. */
  remove(path: string): void {
    this.#cancellations.delete(path);
  }

  /** Records a POST that failed. */
  addFailure(postPath: string, error: unknown): void {
    if (error instanceof CallError && ['not-sent', 'rejected'].includes(error.outcome)) return;
    this.#onLeftOver(
      `POST ${postPath} got no usable response, so it may have created an order with a partner reference that starts with learn-.`,
    );
  }

  /** Cancels the orders so far. */
  async cancelAll(): Promise<void> {
    for (const [path, cancel] of this.#cancellations) {
      this.#cancellations.delete(path);
      const problem = await cancel().then(
        ({ status }) => (status === 200 ? undefined : `The API responded with ${status}.`),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (problem !== undefined) this.#onLeftOver(`PUT ${path} did not cancel the order. ${problem}`);
    }
  }
}

/** Returns the path of the entry that a POST created. */
export function createdPath(postPath: string, { status, body }: Reply): string | undefined {
  const id = isRecord(body) ? body.id : undefined;
  return status < 300 && typeof id === 'string' ? `${postPath}/${encodeURIComponent(id)}` : undefined;
}
