import { eventNames } from '../../src/webhooks/parse/event-table.js';
import { type Documented, firstSentence, plainText } from '../docs/source.js';
import { eventTypes } from '../docs/tables/events.js';
import { forReaders } from './descriptions.js';
import { type JsonObject, ref } from './schemas.js';

/** Returns the bodies of deliveries, such as `OrderCompleteEvent`. */
export function eventSchemas(): JsonObject {
  return Object.fromEntries([...eventTypes()].map(([event, type]) => [type.name, eventSchema(event, type)]));
}

function eventSchema(event: string, type: Documented): JsonObject {
  const isOrder = event.startsWith('order.');
  // The payload of other events is not documented, or not for every use case.
  const hasTime = event === 'menus.published';
  return {
    ...forReaders(plainText(type)),
    type: 'object',
    required: ['event', ...(isOrder ? ['id'] : []), ...(hasTime ? ['updatedAt'] : [])],
    properties: {
      event: { description: 'The name of the event.', type: 'string', const: event },
      ...(isOrder && { id: { description: 'The id of the order.', type: 'string', minLength: 1 } }),
      updatedAt: {
        description: 'The time of the change: ISO 8601 in UTC.',
        type: 'string',
        format: 'date-time',
      },
    },
    additionalProperties: true,
  };
}

/** The tag of all events. */
export const webhookTag = {
  name: 'Webhooks',
  description:
    'The API sends these events to the webhook URL of a key. An event can arrive several times. It has no data: read the order, menu or channels that it refers to.',
};

/** Returns all events that the API sends. */
export function webhooks(examples: ReadonlyMap<string, unknown>): JsonObject {
  const types = eventTypes();
  return Object.fromEntries(
    eventNames.map((event) => {
      const type = types.get(event);
      if (type === undefined) throw new Error(`src/webhooks/parse/events.ts has no type for ${event}`);
      const content = { schema: ref('schemas', type.name), example: examples.get(event) };
      const post = {
        operationId: event,
        tags: [webhookTag.name],
        summary: firstSentence(type),
        security: [],
        requestBody: { required: true, content: { 'application/json': content } },
        responses: {
          200: ref('responses', 'DeliveryAcknowledged'),
          default: ref('responses', 'DeliveryFailed'),
        },
      };
      return [event, { post }];
    }),
  );
}
