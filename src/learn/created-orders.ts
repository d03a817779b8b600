import { CallError } from '../errors/call-error.js';

/** A reply to a POST, as far as it says what was created. */
interface Creation {
  readonly status: number;
  readonly body: unknown;
}

/** The orders that a run created. All of them are cancelled at its end. */
export class CreatedOrders {
  /** Sends the cancellation of an order, by its path. Returns the status of the response. */
  readonly #cancellations = new Map<string, () => Promise<{ readonly status: number }>>();
  readonly #onLeftOver: (sentence: string) => void;

  constructor(onLeftOver: (sentence: string) => void) {
    this.#onLeftOver = onLeftOver;
  }

  /** Records an order until it is cancelled. */
  add(path: string, cancel: () => Promise<{ readonly status: number }>): void {
    this.#cancellations.set(path, cancel);
  }

  /** Records that an order was cancelled. */
  remove(path: string): void {
    this.#cancellations.delete(path);
  }

  /** Records a POST that failed. */
  addFailure(postPath: string, error: unknown): void {
    if (error instanceof CallError && ['not-sent', 'rejected'].includes(error.outcome)) return;
    this.#onLeftOver(
      `POST ${postPath} got no usable response, so it may have created an order of the partner learn.`,
    );
  }

  /** Cancels the orders. */
  async cancelAll(): Promise<void> {
    for (const [path, cancel] of this.#cancellations) {
      const problem = await cancel().then(
        ({ status }) => (status === 200 ? undefined : `The API responded with ${status}.`),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (problem !== undefined) this.#onLeftOver(`PUT ${path} did not cancel the order. ${problem}`);
    }
  }
}

/** Returns the path of the entry that a POST created. */
export function createdPath(postPath: string, { status, body }: Creation): string | undefined {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  return status < 300 && typeof id === 'string' ? `${postPath}/${encodeURIComponent(id)}` : undefined;
}
