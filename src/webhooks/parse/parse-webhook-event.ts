import { type UseCase, useCases } from '../../entities/use-case.js';
import { isPlain, isRecord } from '../../json.js';
import { checkOneOf, isText } from '../../options/checks.js';
import { readOptions } from '../../options/read-options.js';
import { receiversOf } from './event-table.js';
import type {
  KnownWebhookEvent,
  UnknownWebhookEvent,
  WebhookEvent,
  WebhookEventFields,
  WebhookEventFor,
} from './events.js';
import { WebhookParseError } from './webhook-parse-error.js';

/**
 * Parses the body of a webhook delivery.
 *
 * It returns the `unknown` event if the event is not documented, or if an order event has no order ID.
 * API specification: Events › Payload shapes
 * @param body - Text or bytes (UTF-8, with or without a byte order mark), or the object that a framework has parsed.
 * @param options - `useCase`: The use case of the key. The type narrows to the events that its keys receive. All other events
 *   are `unknown`.
 * @throws {@link WebhookParseError} if the body is not a JSON object with a string `event`
 * @example
 * ```ts
 * const event = parseWebhookEvent(await request.text(), { useCase: 'order-data' });
 * if (event.event === 'order.complete') await queue.add({ orderId: event.id, at: event.updatedAt });
 * if (event.event === 'unknown') console.warn(`Unexpected webhook event ${event.name}: ${event.reason}`);
 * ```
 */
export function parseWebhookEvent<Receiver extends UseCase = UseCase>(
  body: string | Uint8Array | ArrayBuffer | object,
  options?: { readonly useCase?: Receiver | undefined },
): WebhookEventFor<Receiver>;
export function parseWebhookEvent(
  body: string | Uint8Array | ArrayBuffer | object,
  options?: { readonly useCase?: UseCase | undefined },
): WebhookEvent {
  const { useCase } = readOptions('The webhook event was not parsed', options, (option) => ({
    useCase: option('useCase', checkOneOf(...useCases), undefined),
  }));
  const raw = readObject(body);
  const { event: name, id, updatedAt } = raw;
  if (typeof name !== 'string') throw invalid('no-event-name', 'has no string `event`');
  const event: ParsedEvent = {
    event: name,
    ...(isText(id) && { id }),
    ...(isText(updatedAt) && { updatedAt }),
    raw,
  };
  const receivers = receiversOf(name);
  if (!receivers) return unknown(event, 'name');
  if (!hasRequiredFields(event)) return unknown(event, 'shape');
  return useCase && !receivers.includes(useCase) ? unknown(event, 'use-case') : event;
}

type ParsedEvent = WebhookEventFields & { readonly event: string };

function readObject(body: string | Uint8Array | ArrayBuffer | object): Record<string, unknown> {
  const value = isUnparsed(body) ? parseJson(body) : body;
  if (isRecord(value) && typeof value.then === 'function')
    throw invalid('not-an-object', 'is a promise: `await` it');
  if (isRecord(value) && typeof value.text === 'function')
    throw invalid('not-an-object', 'is a Request: pass `await request.text()`');
  // A stream has no fields either.
  if (!isPlain(value)) throw invalid('not-an-object', 'is not a JSON object');
  // A spread defines fields, so a field named `__proto__` stays data.
  return { ...value };
}

/** Returns whether a body must be parsed. `isView` also recognizes a `Buffer` of another realm, such as in Jest. */
export function isUnparsed(body: unknown): body is string | Uint8Array | ArrayBuffer {
  return typeof body === 'string' || ArrayBuffer.isView(body) || body instanceof ArrayBuffer;
}

function parseJson(body: string | Uint8Array | ArrayBuffer): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body.replace(/^\uFEFF/, '') : utf8.decode(body));
  } catch {
    throw notJson();
  }
}

/** Removes a byte order mark, and throws if the bytes are not UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The message never quotes the body, and the error has no cause, which would. */
export function notJson(): WebhookParseError {
  return invalid('not-json', 'is not JSON in UTF-8');
}

function invalid(reason: WebhookParseError['reason'], problem: string): WebhookParseError {
  return new WebhookParseError(reason, `The webhook body ${problem}.`);
}

function hasRequiredFields(event: ParsedEvent): event is KnownWebhookEvent {
  return event.id !== undefined || !event.event.startsWith('order.');
}

function unknown(
  { event: name, ...rest }: ParsedEvent,
  reason: UnknownWebhookEvent['reason'],
): UnknownWebhookEvent {
  return { ...rest, event: 'unknown', name, reason };
}
