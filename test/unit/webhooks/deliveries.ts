import {
  createWebhookHandler,
  type WebhookEvent,
  type WebhookFailure,
  type WebhookHandler,
  type WebhookHandlerOptions,
} from 'outlet-open-api/webhooks';
import { gate } from '../../support/time/gate.js';

export const address = 'https://receiver.example/webhooks';
export const updatedAt = '2026-11-01T12:00:00.000Z';
export const complete = { event: 'order.complete', id: 'o-1', updatedAt };

/** Creates a delivery as the API sends it, or with another body. */
export function delivery(body: object | string = complete, url = address): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
}

/** A webhook handler, and everything that it reported. */
export interface Receiver {
  readonly handle: WebhookHandler;
  /** Handles a delivery, and returns the status of its response. */
  readonly deliver: (body?: object | string, url?: string) => Promise<number>;
  /** The names of the events that were handled, in sequence. */
  readonly handled: string[];
  readonly errors: { readonly error: unknown; readonly failure: WebhookFailure }[];
  readonly lines: string[];
}

/** Creates a webhook handler without guards. */
export function receiver(options: Partial<WebhookHandlerOptions> = {}): Receiver {
  const handled: string[] = [];
  const errors: Receiver['errors'] = [];
  const lines: string[] = [];
  const handle = createWebhookHandler({
    verify: 'none',
    onAny: (event) => {
      handled.push(event.event === 'unknown' ? event.name : event.event);
    },
    onError: (error, failure) => {
      errors.push({ error, failure });
    },
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(`error: ${line}`) },
    ...options,
  });
  const deliver = (body?: object | string, url?: string) => statusOf(handle(delivery(body, url)));
  return { handle, deliver, handled, errors, lines };
}

/** Returns the status of a response. */
export async function statusOf(response: Promise<Response> | Response): Promise<number> {
  return (await response).status;
}

const realTurn = globalThis.setImmediate;

/** Waits a few turns of the event loop, without advancing fake time. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => realTurn(resolve));
}

/** Creates an event handler whose runs the test ends. */
export function heldHandler() {
  const runs: (ReturnType<typeof gate<'ends' | 'fails'>> & {
    readonly event: WebhookEvent;
    readonly signal: AbortSignal | undefined;
  })[] = [];
  const onAny = async (event: WebhookEvent, { signal }: { signal?: AbortSignal }) => {
    const run = { ...gate<'ends' | 'fails'>(), event, signal };
    runs.push(run);
    if ((await run.promise) === 'fails') throw new Error('it failed');
  };
  return { runs, onAny, nthRun: (count: number) => until(() => runs.length === count) };
}

/** A receiver whose runs the test ends. */
export function heldReceiver(options: Partial<WebhookHandlerOptions> = {}) {
  const { runs, onAny, nthRun } = heldHandler();
  return { ...receiver({ onAny, ...options }), runs, nthRun };
}
