import { setTimeout as delay } from 'node:timers/promises';
import {
  ApiError,
  BadRequestError,
  CallError,
  type OutletClient,
  RequestValidationError,
} from 'outlet-open-api';
import type { OrderFeed } from 'outlet-open-api/sync';
import { logError } from './log-error.js';
import { isUnfinished, type OrderBook } from './order-book.js';

/** How long a guest waits for the restaurant to get the order. Without this limit, an outage of a night would send dinners in the morning. */
const sendWithin = 10 * 60 * 1_000;

/** The longest pause between two attempts for one order. */
const longestPause = 60_000;

/** Sends, reads and cancels orders. */
export interface Sender {
  /** Works on an order until nothing is left to do. */
  start(reference: string): void;
  /** Resolves when the running calls have ended. Abort the signal first. */
  idle(): Promise<void>;
}

/**
 * Creates a sender. Each order has its own pauses, so one that fails again and again does not block the others. Every step can be
 * repeated: after a kill, the next start begins with the first step whose result is not in the book.
 */
export function createSender(
  outlet: OutletClient,
  book: OrderBook,
  feed: OrderFeed,
  signal: AbortSignal,
): Sender {
  const active = new Map<string, Promise<void>>();

  async function work(reference: string): Promise<void> {
    for (let attempt = 0; !signal.aborted && needsWork(reference); attempt += 1) {
      try {
        await send(reference);
      } catch (error) {
        if (signal.aborted) break;
        logError(error);
        const pause = Math.min(1_000 * 2 ** attempt, longestPause) * (1 + Math.random());
        await delay(pause, undefined, { signal }).catch(() => {});
      }
    }
  }

  function needsWork(reference: string): boolean {
    const order = book.get(reference);
    return order !== undefined && isUnfinished(order);
  }

  async function send(reference: string): Promise<void> {
    await giveUpIfLate(reference);
    if (!needsWork(reference)) return;
    if (!book.get(reference)?.id) await create(reference);
    const { id, readAt } = book.get(reference) ?? {};
    if (!id) return;
    // The API repeats its first response to a repeated call, so only the ID is kept, and the order is read.
    if (!readAt) await read(id);
    if (book.get(reference)?.mustCancel) await cancel(reference, id);
  }

  /** If the API may have the order, its call is still repeated to learn the ID. The order is then cancelled. */
  async function giveUpIfLate(reference: string): Promise<void> {
    await book.update(reference, (order) => {
      const isLate = Date.now() - Date.parse(order.since) > sendWithin;
      if (!isLate || order.id || order.mustCancel) return order;
      console.error(`ALERT: the outlet did not get ${reference} in time: refund the guest`);
      return { ...order, mustCancel: true };
    });
  }

  async function create(reference: string): Promise<void> {
    const before = book.get(reference);
    const mayExist = before?.firstSentAt !== undefined;
    const keyHash = await outlet.keyHash();
    if (mayExist && before.keyHash !== keyHash) return stop(reference);
    const { body, idempotencyKey, firstSentAt } = await book.update(reference, (order) =>
      mayExist || order.mustCancel ? order : { ...order, firstSentAt: new Date().toISOString(), keyHash },
    );
    if (!firstSentAt) return;
    console.log(`Forwarding ${reference}`);
    try {
      const options = { idempotencyKey, timeout: 8_000, deadline: 12_000 };
      const { data, meta } = await outlet.orders.create(body, options).withResponse();
      if (meta.idempotentReplay) console.log(`An earlier call created ${reference}`);
      await book.update(reference, (order) => ({ ...order, id: data.id }));
      console.log(`${reference} is ${data.id}`);
    } catch (error) {
      if (isInvalid(error)) {
        const { message } = error;
        if (mayExist)
          console.error(`ALERT: an earlier call may have created ${reference}: look for it in the POS`);
        await book.update(reference, (order) => ({ ...order, rejected: message }));
      } else if (!mayExist && !mayBeCreated(error)) {
        await book.update(reference, (order) => ({ ...order, firstSentAt: undefined }));
      }
      throw error;
    }
  }

  /** Another API key may not know the idempotency key, so a repeat could create a second order. The sweep looks for the first one. */
  async function stop(reference: string): Promise<void> {
    console.error(`ALERT: the API key was replaced, and ${reference} may exist: look for it in the POS`);
    await book.update(reference, (order) => ({ ...order, isKeyReplaced: true }));
  }

  async function read(id: string): Promise<void> {
    const outcome = await feed.refresh(id);
    if (outcome === 'not-found') throw new Error(`The API does not return the order ${id} that it created.`);
  }

  /** Cancels an order. If this is too late, the order keeps its real status. */
  async function cancel(reference: string, id: string): Promise<void> {
    try {
      await outlet.orders.cancel(id);
    } catch (error) {
      const isRejected = error instanceof ApiError && (error.status === 400 || error.status === 409);
      if (!isRejected) throw error;
      console.error(`${reference} was not cancelled: ${error.message}`);
    }
    await read(id);
    await book.update(reference, (order) => ({ ...order, mustCancel: false }));
  }

  return {
    start(reference) {
      if (active.has(reference)) return;
      const ended = work(reference).finally(() => active.delete(reference));
      active.set(reference, ended);
    },
    async idle() {
      await Promise.all(active.values());
    },
  };
}

/** Returns whether the order fails again. After a 403, 409 or 5xx, the same call can succeed later. */
function isInvalid(error: unknown): error is BadRequestError | RequestValidationError {
  if (error instanceof RequestValidationError) return true;
  return error instanceof BadRequestError && error.outcome === 'rejected';
}

/** Returns whether the API may have created the order although the call failed. Errors of other kinds come before the request. */
function mayBeCreated(error: unknown): boolean {
  return error instanceof CallError && (error.outcome === 'unknown' || error.outcome === 'performed');
}
