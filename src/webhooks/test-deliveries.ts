import { assertValid } from '../errors/request-validation-error.js';
import type { DeliveryInfo } from './guards/guard.js';
import { type SharedSecretOptions, sharedSecret } from './guards/shared-secret.js';
import type { EventName } from './parse/event-table.js';
import type { KnownWebhookEvent, UnknownWebhookEvent, WebhookEvent } from './parse/events.js';
import { parseWebhookEvent } from './parse/parse-webhook-event.js';

/** An event of a name; any event, where the type of the name does not tell which it is. */
export type EventNamed<Name extends string> = string extends Name
  ? WebhookEvent
  : Name extends EventName
    ? Extract<KnownWebhookEvent, { readonly event: Name }>
    : UnknownWebhookEvent;

/** Fields of an event for a test. */
export interface TestEventFields {
  readonly id?: string | undefined;
  /** ISO 8601. */
  readonly updatedAt?: string | undefined;
  readonly [field: string]: unknown;
}

/**
 * Makes an event for a test, as the parser would give it. Fields that are left out are made up: an id for events of orders, the
 * present time as `updatedAt`.
 *
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

/** How a delivery for a test comes. */
export interface TestRequestOptions {
  /** Where it goes. Default: `https://receiver.example/webhooks`. */
  readonly url?: string | undefined;
  /** The secret that it carries: what `sharedSecret` is given. Of several, the first one. */
  readonly secret?: SharedSecretOptions | undefined;
  /** The address that it comes from. */
  readonly clientIp?: string | undefined;
}

/**
 * Makes a delivery for a test, as the service would send it.
 *
 * @example
 * ```ts
 * const { request, info } = createTestRequest(createTestEvent('order.complete'), { secret: { query: 'secret', value } });
 * const response = await handle(request, info);
 * expect(response.status).toBe(200);
 * ```
 * @throws RequestValidationError for an address, or a place of the secret, that is none
 */
export function createTestRequest(
  event: WebhookEvent,
  options: TestRequestOptions = {},
): { request: Request; info: DeliveryInfo } {
  const { url = 'https://receiver.example/webhooks', secret, clientIp } = { ...options };
  assertValid(refused, { url: URL.canParse(url) || 'must be an address' });
  const address = new URL(url);
  const headers = new Headers({ 'content-type': 'application/json' });
  if (secret) {
    sharedSecret(secret);
    const { query, path, header, value } = secret;
    const text = [value].flat().find((one) => one !== undefined) ?? '';
    if (query !== undefined) address.searchParams.set(query, text);
    if (path !== undefined) address.pathname = filled(path, text, address.pathname);
    if (header !== undefined) headers.set(header, text);
  }
  const request = new Request(address, { method: 'POST', headers, body: JSON.stringify(event.raw) });
  return { request, info: { clientIp } };
}

/** A template with the secret in it. Its other parameters are as in the path that was given, where that has them. */
function filled(template: string, secret: string, given: string): string {
  const segments = given.split('/');
  const fill = (part: string, index: number) => {
    if (part === ':secret') return encodeURIComponent(secret);
    return part.startsWith(':') ? (segments[index] ?? part) : part;
  };
  return template.split('/').map(fill).join('/');
}

const refused = 'The test request was not made';
