import { parseWebhookEvent, RequestValidationError, WebhookParseError } from 'outlet-open-api/webhooks';
import { describe, expect, test } from 'vitest';
import { idsIn } from '../../conformance/sections.js';

const complete = { event: 'order.complete', id: 'o-1', updatedAt: '2026-11-01T10:00:00.000Z' };
const text = JSON.stringify(complete);
const names = idsIn('event');

describe('a body that names a documented event', () => {
  test.each([
    ['text', text],
    ['text with a byte order mark', `\uFEFF${text}`],
    ['text with white space around it', `\r\n ${text}\n`],
    ['a Buffer', Buffer.from(text)],
    ['bytes', new TextEncoder().encode(text)],
    ['bytes with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['bytes without a view', new TextEncoder().encode(text).buffer],
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

  test('needs only its name if it is not about an order §payload.menu', () => {
    const body = { event: 'menus.published' };
    expect(parseWebhookEvent(body)).toStrictEqual({ ...body, raw: body });
  });

  test.each(names.filter((name) => name.startsWith('order.')))(
    'needs only an id: %s §payload.order',
    (event) => {
      const body = { event, id: 'o-1' };
      expect(parseWebhookEvent(body)).toStrictEqual({ ...body, raw: body });
    },
  );

  test.each([
    ['empty', ''],
    ['null', null],
    ['a number', 1_777_777_777],
  ])('has no updatedAt if it is %s', (_, updatedAt) => {
    const body = { event: 'order.complete', id: 'o-1', updatedAt };
    expect(parseWebhookEvent(body)).toStrictEqual({ event: 'order.complete', id: 'o-1', raw: body });
  });

  test('has an id if an undocumented payload has one', () => {
    const body = { event: 'channels.published', id: 'c-1' };
    expect(parseWebhookEvent(body)).toStrictEqual({ event: 'channels.published', id: 'c-1', raw: body });
  });

  test('gets a copy of the body as raw', () => {
    const body = { ...complete };
    const { raw } = parseWebhookEvent(body);
    body.id = 'o-2';
    expect(raw).toStrictEqual(complete);
  });
});

describe('an unknown event', () => {
  test.each([
    ['an event that is not documented', { event: 'order.refunded', id: 'o-1' }, 'name'],
    ['an event that is called unknown', { event: 'unknown', name: 'x', reason: 'shape' }, 'name'],
    ['the name of a property of every object', { event: 'constructor' }, 'name'],
    ['the name of the prototype', { event: '__proto__' }, 'name'],
    ['an empty name', { event: '' }, 'name'],
    ['another case', { event: 'Order.Complete', id: 'o-1', updatedAt: complete.updatedAt }, 'name'],
    [
      'order.complete without an id §payload.order',
      { event: 'order.complete', updatedAt: complete.updatedAt },
      'shape',
    ],
    ['order.complete with a number as its id', { ...complete, id: 1 }, 'shape'],
    ['order.complete with an empty id', { ...complete, id: '' }, 'shape'],
    ['order.inKitchen without an id', { event: 'order.inKitchen' }, 'shape'],
  ])('is %s', (_, body, reason) => {
    expect(parseWebhookEvent(JSON.stringify(body))).toMatchObject({
      event: 'unknown',
      name: body.event,
      reason,
      raw: body,
    });
  });

  test('is an event of another use case §events.own-use-case', () => {
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

describe('a body that is not an event', () => {
  test.each([
    ['an empty string', '', 'not-json'],
    ['text that is not JSON', 'secret-guest', 'not-json'],
    ['JSON that was cut off', text.slice(0, -1), 'not-json'],
    ['two byte order marks', `\uFEFF\uFEFF${text}`, 'not-json'],
    ['bytes that are not UTF-8', Buffer.from(text.replace('o-1', 'ö'), 'latin1'), 'not-json'],
    ['UTF-16', Buffer.from(text, 'utf16le'), 'not-json'],
    ['no bytes', new Uint8Array(), 'not-json'],
    ['null', 'null', 'not-an-object'],
    ['a list', `[${text}]`, 'not-an-object'],
    ['a parsed list', [complete], 'not-an-object'],
    ['text within JSON', JSON.stringify(text), 'not-an-object'],
    ['a number', '5', 'not-an-object'],
    ['a stream', new Blob([text]).stream(), 'not-an-object'],
    ['an object without a name', '{}', 'no-event-name'],
    ['a name that is not a string', { event: { name: 'secret-guest' } }, 'no-event-name'],
    ['a name that is only inherited', Object.create(complete), 'no-event-name'],
    ['a name under __proto__', `{"__proto__":${text}}`, 'no-event-name'],
    ['bytes without a view', new ArrayBuffer(8), 'not-json'],
  ])('is rejected: %s', (_, body, reason) => {
    const error = errorOf(() => parseWebhookEvent(body));
    expect(error).toBeInstanceOf(WebhookParseError);
    expect(error instanceof WebhookParseError && error.reason).toBe(reason);
    expect(String(error)).not.toContain('secret-guest');
    expect(error).not.toHaveProperty('cause');
  });

  test.each([null, undefined, 5, true])('is rejected: %s', (body) => {
    // @ts-expect-error not a body
    expect(() => parseWebhookEvent(body)).toThrow(WebhookParseError);
  });
});

test('a body that is a promise is rejected, and the error names the missing await', () => {
  const request = new Request('https://a.example', { method: 'POST', body: text });
  expect(() => parseWebhookEvent(request.text())).toThrow(WebhookParseError);
  expect(() => parseWebhookEvent(Promise.resolve(complete))).toThrow('is a promise: `await` it');
  expect(() => parseWebhookEvent(request)).toThrow('is a Request: pass `await request.text()`');
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
    '%s is rejected §use-case.accounting',
    (useCase) => {
      // @ts-expect-error not a use case
      const error = errorOf(() => parseWebhookEvent(complete, { useCase }));
      expect(error).toBeInstanceOf(RequestValidationError);
      expect(error).toMatchObject({
        issues: [{ path: 'useCase', message: expect.stringMatching(/^must be one of digital-ordering, /) }],
      });
    },
  );

  test('can be undefined', () => {
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
