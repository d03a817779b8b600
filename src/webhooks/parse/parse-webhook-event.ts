import { type UseCase, useCases } from '../../entities/use-case.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { readBody } from './event-body.js';
import { describeEvent, type EventField } from './event-table.js';
import type { KnownWebhookEvent, UnknownWebhookEvent, WebhookEvent, WebhookEventFor } from './events.js';

/**
 * Reads a webhook delivery. What is an event but none that was expected comes back as the `unknown` event.
 *
 * Specification: "Events", Payload shapes.
 *
 * @param body - the request's body: text or bytes (UTF-8, with or without a byte order mark), or the object that a
 *   framework has parsed already
 * @param options - with `useCase`, the key's use case: the union narrows to the events that its keys receive, and every
 *   other event is `unknown`
 * @throws WebhookParseError for a body that is no JSON object with a string `event`
 *
 * @example
 * ```ts
 * const event = parseWebhookEvent(await request.text(), { useCase: 'order-data' });
 * switch (event.event) {
 *   case 'order.complete':
 *   case 'order.cancelled':
 *     await queue.add({ orderId: event.id, at: event.updatedAt });
 *     break;
 *   case 'unknown':
 *     console.warn(`Webhook event ${event.name} was not expected: ${event.reason}`);
 * }
 * ```
 */
export function parseWebhookEvent<Receiver extends UseCase = UseCase>(
  body: string | Uint8Array | object,
  options?: { readonly useCase?: Receiver | undefined },
): WebhookEventFor<Receiver>;
export function parseWebhookEvent(
  body: string | Uint8Array | object,
  options?: { readonly useCase?: UseCase | undefined },
): WebhookEvent {
  const useCase = options?.useCase;
  const isKnown = useCase === undefined || useCases.includes(useCase);
  assertValid(refused, { useCase: isKnown || `must be one of ${useCases.join(', ')}` });
  const { name, raw } = readBody(body);
  const delivered: Delivered = { event: name, ...textOf(raw, 'id'), ...textOf(raw, 'updatedAt'), raw };
  const description = describeEvent(name);
  if (!description) return unknown(delivered, 'name');
  if (!isWhole(delivered, description.requires)) return unknown(delivered, 'shape');
  if (useCase && !description.receivers.includes(useCase)) return unknown(delivered, 'use-case');
  return delivered;
}

const refused = 'The webhook event was not parsed';

/** An event that was not compared with the table yet. */
type Delivered = Omit<UnknownWebhookEvent, 'name' | 'reason' | 'event'> & { readonly event: string };

/** A field, where it is there as text. What else stands under its name can be found in `raw`. */
function textOf(
  raw: Readonly<Record<string, unknown>>,
  field: EventField,
): { [Field in EventField]?: string } {
  const value = raw[field];
  return typeof value === 'string' ? { [field]: value } : {};
}

function isWhole(event: Delivered, requires: readonly EventField[]): event is KnownWebhookEvent {
  return requires.every((field) => event[field] !== undefined);
}

function unknown(
  { event: name, ...rest }: Delivered,
  reason: UnknownWebhookEvent['reason'],
): UnknownWebhookEvent {
  return { ...rest, event: 'unknown', name, reason };
}
