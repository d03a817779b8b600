import { parseWebhookEvent, RequestValidationError, WebhookParseError } from 'outlet-open-api/webhooks';
import { describe, expect, test } from 'vitest';

const complete = { event: 'order.complete', id: 'o-1', updatedAt: '2026-11-01T10:00:00.000Z' };
const text = JSON.stringify(complete);

describe('a body that names a documented event', () => {
  test.each([
    ['text', text],
    ['text with a byte order mark', `\uFEFF${text}`],
    ['text with white space around it', `\r\n ${text}\n`],
    ['a Buffer', Buffer.from(text)],
    ['bytes', new TextEncoder().encode(text)],
    ['bytes with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['bytes in the middle of a buffer', Buffer.from(`xx${text}xx`).subarray(2, -2)],
    ['a parsed object', complete],
    ['a parsed object without a prototype', Object.assign(Object.create(null), complete)],
  ])('is read from %s §receiver.json §payload.order', (_, body) => {
    expect(parseWebhookEvent(body)).toStrictEqual({ ...complete, raw: complete });
  });

  test('keeps undocumented fields in raw only', () => {
    const body = { ...complete, outlet: { name: 'Café Ö' } };
    expect(parseWebhookEvent(Buffer.from(JSON.stringify(body)))).toStrictEqual({ ...complete, raw: body });
  });

  test('has no id and no updatedAt where an undocumented payload has none', () => {
    const body = { event: 'order.inKitchen' };
    expect(parseWebhookEvent(body)).toStrictEqual({ ...body, raw: body });
  });

  test('has an id and an updatedAt where an undocumented payload has them as text', () => {
    const body = { event: 'channels.published', id: 'c-1', updatedAt: 1_777_777_777 };
    expect(parseWebhookEvent(body)).toStrictEqual({ event: 'channels.published', id: 'c-1', raw: body });
  });

  test('gets a raw of its own', () => {
    const body = { ...complete };
    const { raw } = parseWebhookEvent(body);
    body.id = 'o-2';
    expect(raw).toStrictEqual(complete);
  });
});

describe('an unknown event', () => {
  test.each([
    ['no documented event', { event: 'order.refunded', id: 'o-1' }, 'name'],
    ['an event that is called unknown', { event: 'unknown', name: 'x', reason: 'shape' }, 'name'],
    ['a name that every object has', { event: 'constructor' }, 'name'],
    ['another name that every object has', { event: '__proto__' }, 'name'],
    ['an empty name', { event: '' }, 'name'],
    ['another case', { event: 'Order.Complete', id: 'o-1', updatedAt: complete.updatedAt }, 'name'],
    [
      'order.complete without an id §payload.order',
      { event: 'order.complete', updatedAt: complete.updatedAt },
      'shape',
    ],
    ['order.complete with a number as its id', { ...complete, id: 1 }, 'shape'],
    ['order.cancelled without updatedAt §payload.order', { event: 'order.cancelled', id: 'o-1' }, 'shape'],
    ['menus.published without updatedAt §payload.menu', { event: 'menus.published' }, 'shape'],
    ['menus.published with null as updatedAt', { event: 'menus.published', updatedAt: null }, 'shape'],
  ])('is %s', (_, body, reason) => {
    expect(parseWebhookEvent(JSON.stringify(body))).toMatchObject({
      event: 'unknown',
      name: body.event,
      reason,
      raw: body,
    });
  });

  test('is one outside the use case §events.own-use-case', () => {
    expect(parseWebhookEvent(complete, { useCase: 'reservations' })).toStrictEqual({
      ...complete,
      event: 'unknown',
      name: 'order.complete',
      reason: 'use-case',
      raw: complete,
    });
  });

  test('keeps the id and updatedAt that it has', () => {
    const body = { event: 'order.refunded', id: 'o-1', updatedAt: 'now' };
    expect(parseWebhookEvent(body)).toMatchObject({ id: 'o-1', updatedAt: 'now' });
  });
});

describe('a body that is no event', () => {
  test.each([
    ['no text at all', '', 'not-json'],
    ['no JSON', 'secret-guest', 'not-json'],
    ['JSON that was cut off', text.slice(0, -1), 'not-json'],
    ['two byte order marks', `\uFEFF\uFEFF${text}`, 'not-json'],
    ['bytes that are no UTF-8', Buffer.from(text.replace('o-1', 'ö'), 'latin1'), 'not-json'],
    ['UTF-16', Buffer.from(text, 'utf16le'), 'not-json'],
    ['no bytes', new Uint8Array(), 'not-json'],
    ['null', 'null', 'not-an-object'],
    ['a list', `[${text}]`, 'not-an-object'],
    ['a parsed list', [complete], 'not-an-object'],
    ['text within JSON', JSON.stringify(text), 'not-an-object'],
    ['a number', '5', 'not-an-object'],
    ['an object without a name', '{}', 'no-event-name'],
    ['a name that is no text', { event: { name: 'secret-guest' } }, 'no-event-name'],
    ['a name that is only inherited', Object.create(complete), 'no-event-name'],
    ['a name under __proto__', `{"__proto__":${text}}`, 'no-event-name'],
    ['bytes without a view', new ArrayBuffer(8), 'no-event-name'],
  ])('is refused: %s', (_, body, reason) => {
    const error = errorOf(() => parseWebhookEvent(body));
    expect(error).toBeInstanceOf(WebhookParseError);
    expect(error instanceof WebhookParseError && error.reason).toBe(reason);
    expect(String(error)).not.toContain('secret-guest');
    expect(error).not.toHaveProperty('cause');
  });

  test.each([null, undefined, 5, true])('is refused where an untyped caller passes %s', (body) => {
    // @ts-expect-error no body of a request
    expect(() => parseWebhookEvent(body)).toThrow(WebhookParseError);
  });
});

describe('hostile bodies', () => {
  test('do not reach a prototype', () => {
    const body = '{"event":"order.inKitchen","__proto__":{"id":"o-9","polluted":true}}';
    for (const given of [body, JSON.parse(body)]) {
      const event = parseWebhookEvent(given);
      expect(event.id).toBeUndefined();
      expect(event).not.toHaveProperty('polluted');
      expect(Object.getPrototypeOf(event.raw)).toBe(Object.prototype);
      expect(JSON.stringify(event.raw)).toBe(body);
    }
  });

  test('of any depth are read', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(parseWebhookEvent(`{"event":"outlet.updated","x":${deep}}`).event).toBe('outlet.updated');
    expect(() => parseWebhookEvent(deep)).toThrow(WebhookParseError);
  });

  test('of any size are read', () => {
    const event = parseWebhookEvent(Buffer.from(`{"event":"outlet.updated","x":"${'x'.repeat(2 ** 24)}"}`));
    expect(event.event).toBe('outlet.updated');
  });
});

describe('the use case', () => {
  test.each(['accounting', 'Order Data', '', 'toString', null])(
    '%s is refused §use-case.accounting',
    (useCase) => {
      // @ts-expect-error no use case
      const error = errorOf(() => parseWebhookEvent(complete, { useCase }));
      expect(error).toBeInstanceOf(RequestValidationError);
      expect(error).toMatchObject({
        issues: [{ path: 'useCase', message: expect.stringMatching(/^must be one of digital-ordering, /) }],
      });
    },
  );

  test('can be left out as undefined', () => {
    expect(parseWebhookEvent(complete, { useCase: undefined }).event).toBe('order.complete');
  });
});

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
