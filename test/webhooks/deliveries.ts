import {
  createWebhookHandler,
  type WebhookFailure,
  type WebhookHandler,
  type WebhookHandlerOptions,
} from 'outlet-open-api/webhooks';

export const address = 'https://receiver.example/webhooks';
export const updatedAt = '2026-11-01T12:00:00.000Z';
export const complete = { event: 'order.complete', id: 'o-1', updatedAt };

/** A delivery as the service sends it, or with a body of another kind. */
export function delivery(body: object | string = complete, url = address): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
}

/** A receiver, and everything that it told. */
export interface Receiver {
  readonly handle: WebhookHandler;
  /** The names of the events that were handled, in their order. */
  readonly handled: string[];
  readonly errors: { readonly error: unknown; readonly failure: WebhookFailure }[];
  readonly lines: string[];
}

/** A receiver that lets everybody in, unless it is given other options. */
export function receiver(options: WebhookHandlerOptions = {}): Receiver {
  const handled: string[] = [];
  const errors: Receiver['errors'] = [];
  const lines: string[] = [];
  const handle = createWebhookHandler({
    verify: [],
    onAny: (event) => {
      handled.push(event.event === 'unknown' ? event.name : event.event);
    },
    onError: (error, failure) => {
      errors.push({ error, failure });
    },
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(`error: ${line}`) },
    ...options,
  });
  return { handle, handled, errors, lines };
}

/** The status that a delivery is answered with. */
export async function statusOf(answer: Promise<Response> | Response): Promise<number> {
  return (await answer).status;
}
