import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parseWebhookEvent, WebhookParseError } from 'outlet-open-api/webhooks';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../support/any-character.js';
import { runs } from '../../support/runs.js';

const anything = fc.jsonValue({ maxDepth: 6 });
const hostileName = fc.constantFrom('__proto__', 'constructor', 'toString', 'unknown', 'hasOwnProperty');
const eventName = fc.oneof(
  fc.constantFrom('order.complete', 'order.inKitchen', 'menus.published', 'outlet.updated'),
  hostileName,
  fc.string(),
);
const fields = fc.dictionary(
  fc.oneof(fc.string(), hostileName, fc.constantFrom('id', 'updatedAt')),
  anything,
);

/** Bodies with a name. `JSON.parse` makes `__proto__` an own field, as a delivery would. */
const namedBody = fc
  .record({ name: eventName, fields })
  .map(({ name, fields }) => JSON.stringify({ ...fields, event: name }));

test('any bytes result in an event or a WebhookParseError', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ unit: anyCharacter }).map((text) => Buffer.from(text)),
    anything.map((value) => Buffer.from(JSON.stringify(value))),
    namedBody.map((body) => Buffer.from(body)),
  );
  fc.assert(
    fc.property(bytes, (body) => {
      const outcome = outcomeOf(body);
      expect(outcome instanceof WebhookParseError || isEvent(outcome)).toBe(true);
    }),
    { numRuns: runs(600) },
  );
});

test('text and parsed objects have the same outcome as their bytes', () => {
  fc.assert(
    fc.property(fc.oneof(namedBody, fc.json()), (body) => {
      expectEqual(outcomeOf(body), outcomeOf(Buffer.from(body)));
      const parsed: unknown = JSON.parse(body);
      if (typeof parsed === 'object' && parsed !== null) {
        expectEqual(outcomeOf(parsed), outcomeOf(body));
      }
    }),
  );
});

test('raw is the unchanged body, and parsing it again returns the same event', () => {
  fc.assert(
    fc.property(namedBody, (body) => {
      const event = parseWebhookEvent(body);
      expect(JSON.stringify(event.raw)).toBe(JSON.stringify(JSON.parse(body)));
      expectEqual(parseWebhookEvent(event.raw), event);
    }),
  );
});

test('an event has only documented fields from the body', () => {
  const documented = new Set(['event', 'id', 'updatedAt', 'raw', 'name', 'reason']);
  fc.assert(
    fc.property(namedBody, (body) => {
      const event = parseWebhookEvent(body);
      expect(Object.keys(event).filter((key) => !documented.has(key))).toEqual([]);
      expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
    }),
  );
});

function outcomeOf(body: string | Uint8Array | object): unknown {
  try {
    return parseWebhookEvent(body);
  } catch (error) {
    return error;
  }
}

function isEvent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'event' in value && 'raw' in value;
}

/** `toStrictEqual` treats a field named `constructor` as the class of an object. */
function expectEqual(one: unknown, other: unknown): void {
  expect(isDeepStrictEqual(one, other), `${JSON.stringify(one)} equals ${JSON.stringify(other)}`).toBe(true);
}
