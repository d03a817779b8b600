import type { Verdict } from '../errors/issue.js';
import { checkText } from '../options/checks.js';
import { readOptions } from '../options/read-options.js';
import type { DeliveryInfo } from './guards/guard.js';
import { type Secret, type SecretPlace, sharedSecret } from './guards/shared-secret.js';
import type { EventName } from './parse/event-table.js';
import type { KnownWebhookEvent, UnknownWebhookEvent, WebhookEvent } from './parse/events.js';
import { parseWebhookEvent } from './parse/parse-webhook-event.js';

/** The type of the event with a name, or any event if the name is not a literal type. */
export type EventNamed<Name extends string> = string extends Name
  ? WebhookEvent
  : Name extends EventName
    ? Extract<KnownWebhookEvent, Record<'event', Name>>
    : UnknownWebhookEvent;

/** Fields of a test event. */
export interface TestEventFields {
  /** The id of the order. Default: `order-1` if the event is about an order. */
  readonly id?: string | undefined;
  /** When the change happened: ISO 8601 in UTC. Default: now. */
  readonly updatedAt?: string | undefined;
  /** Other fields of the body. */
  readonly [field: string]: unknown;
}

/**
 * Creates an event for a test, as `parseWebhookEvent` returns it.
 * @example
 * ```ts
 * const event = createTestEvent('order.complete', { id: 'o-1', updatedAt: '2026-11-01T12:00:00.000Z' });
 * ```
 */
export function createTestEvent<Name extends EventName | (string & {})>(
  name: Name,
  fields?: TestEventFields,
): EventNamed<Name>;
export function createTestEvent(name: string, fields: TestEventFields = {}): WebhookEvent {
  const isOrders = name.startsWith('order.');
  const { id = isOrders ? 'order-1' : undefined, updatedAt = new Date().toISOString(), ...rest } = fields;
  return parseWebhookEvent({ ...rest, ...(id !== undefined && { id }), updatedAt, event: name });
}

/** Options of a test delivery. */
export interface TestRequestOptions {
  /** The URL of the receiver. Default: `https://receiver.example/webhooks`. */
  readonly url?: string | undefined;
  /**
   * The options of `sharedSecret`. The delivery has the first secret. In `path`, replace other parameters by their values. If your
   * `value` is a function, pass what it returns for the delivery.
   */
  readonly secret?: (SecretPlace & { readonly value: Secret }) | undefined;
  /** The IP address of the sender. */
  readonly clientIp?: string | undefined;
}

/**
 * Creates a delivery for a test, as the API would send it.
 * @example
 * ```ts
 * const { request, info } = createTestRequest(createTestEvent('order.complete'), { secret: { query: 'secret', value } });
 * const response = await handle(request, info);
 * expect(response.status).toBe(200);
 * ```
 * @throws {@link RequestValidationError} if the URL or the secret is invalid
 */
export function createTestRequest(
  event: WebhookEvent,
  options?: TestRequestOptions,
): {
  /** The request. */
  request: Request;
  /** The details of the delivery, which a handler takes as its second argument. */
  info: DeliveryInfo;
} {
  const { url, secret, clientIp } = readOptions('The test request was not created', options, (option) => ({
    url: option(
      'url',
      (url) => URL.canParse(String(url)) || 'must be a URL',
      'https://receiver.example/webhooks',
    ),
    secret: option('secret', checkSecret, undefined),
    clientIp: option('clientIp', checkText, undefined),
  }));
  const target = new URL(url);
  const headers = new Headers({ 'content-type': 'application/json' });
  if (secret) {
    sharedSecret(secret);
    const { query, path, header, value } = secret;
    const text = [value].flat().find((one) => one !== undefined) ?? '';
    if (query !== undefined) target.searchParams.set(query, text);
    if (path !== undefined) target.pathname = path.replace(/:secret(?=\/|$)/, () => encodeURIComponent(text));
    if (header !== undefined) headers.set(header, text);
  }
  const request = new Request(target, { method: 'POST', headers, body: JSON.stringify(event.raw) });
  return { request, info: { clientIp } };
}

/** Checks what the types do not say. `sharedSecret` checks the rest. */
function checkSecret(secret: TestRequestOptions['secret']): Verdict {
  const issue = { path: 'value', message: 'must be what your function returns' };
  return typeof secret?.value !== 'function' || [issue];
}
