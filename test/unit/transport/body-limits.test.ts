import { gzipSync } from 'node:zlib';
import { ResponseValidationError } from 'outlet-open-api';
import { describe, expect, test, vi } from 'vitest';
import { loopbackService } from '../../support/services/loopback-service.js';
import {
  clientOf,
  json,
  order,
  rejection,
  scriptedService,
  text,
} from '../../support/services/scripted-service.js';

/** A body of this size in equal pieces. Counts the pieces that were read, and records whether it was cancelled. */
function bodyInPieces(bytes: number, pieces: number) {
  const cancel = vi.fn();
  const piece = new TextEncoder().encode('x'.repeat(bytes / pieces));
  let read = 0;
  const body = new ReadableStream({
    pull(controller) {
      read += 1;
      if (read > pieces) controller.close();
      else controller.enqueue(piece);
    },
    cancel,
  });
  return { body, cancel, piecesRead: () => read };
}

test('an error body of 85 kB keeps all its field errors', async () => {
  const errors = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, item) => [
      `items[${item}].menuItemId`,
      'Is not on the menu of this channel, or was removed from it',
    ]),
  );
  const service = scriptedService(json({ code: 400, message: 'Invalid', errors }, 400));
  const error = await rejection(clientOf(service).orders.create(order));
  expect(Object.keys(Object(error).fieldErrors)).toHaveLength(1_000);
});

describe('a response body', () => {
  test('can be as large as maxResponseBytes', async () => {
    const body = JSON.stringify({ id: 'x'.repeat(91) });
    const service = scriptedService(text(body, 200, 'application/json'));
    const outlet = clientOf(service, { maxResponseBytes: body.length });
    expect(await outlet.orders.get('o-1')).toEqual(JSON.parse(body));
  });

  test('is read up to maxResponseBytes only, and not requested again', async () => {
    const { body, cancel, piecesRead } = bodyInPieces(100_000, 100);
    const outlet = clientOf(
      scriptedService(() => new Response(body)),
      { maxResponseBytes: 10_000 },
    );
    const error = await rejection(outlet.orders.create(order));
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({
      status: 200,
      outcome: 'unknown',
      attempts: 1,
      message: expect.stringContaining('the body is larger than maxResponseBytes (10000)'),
      bodyPreview: 'no content type, not read completely',
    });
    expect(cancel).toHaveBeenCalledOnce();
    expect(piecesRead()).toBeLessThan(20);
  });

  test('is measured in bytes, not in characters', async () => {
    const service = scriptedService(json({ id: 'ö'.repeat(50) }));
    expect(await clientOf(service, { maxResponseBytes: 109 }).orders.get('o-1')).toHaveProperty('id');
    const tooLarge = await rejection(clientOf(service, { maxResponseBytes: 108 }).orders.get('o-1'));
    expect(tooLarge).toBeInstanceOf(ResponseValidationError);
    expect(String(tooLarge)).toMatch(/\. Raise maxResponseBytes, or each call will fail\.$/);
  });

  test('is decoded correctly even if it arrives byte by byte', async () => {
    const bytes = new TextEncoder().encode('\uFEFF{"id":"Öl 🫒"}');
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const service = scriptedService(() => new Response(body));
    expect(await clientOf(service).orders.get('o-1')).toEqual({ id: 'Öl 🫒' });
  });

  test('without a web stream is measured too', async () => {
    const fetch = async () => Object.defineProperty(text('{"id":"o-1"}'), 'body', { value: { pipe() {} } });
    const { orders } = clientOf({ fetch, arrivals: [] }, { maxResponseBytes: 12 });
    expect(await orders.get('o-1')).toEqual({ id: 'o-1' });
    const limited = clientOf({ fetch, arrivals: [] }, { maxResponseBytes: 11 });
    expect(await rejection(limited.orders.get('o-1'))).toBeInstanceOf(ResponseValidationError);
  });
});

test('an error body that is too large becomes the error of its status, without the body', async () => {
  const { body, cancel, piecesRead } = bodyInPieces(10_000_000, 1_000);
  const service = scriptedService(() => new Response(body, { status: 404 }));
  const error = await rejection(clientOf(service).orders.get('o-1'));
  expect(error).toMatchObject({
    name: 'NotFoundError',
    errors: undefined,
    message: expect.stringContaining('no message (no content type, not read completely)'),
  });
  expect(cancel).toHaveBeenCalledOnce();
  expect(piecesRead()).toBeLessThan(200);
});

test.each([
  [8_192, 'follows'],
  [8_193, 'rejects'],
])('a cursor of %i characters: a list %s it', async (length, reaction) => {
  const next = 'c'.repeat(length);
  const service = scriptedService(json({ data: [], next }), json({ data: [], next: null }));
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  const records = clientOf(service).orders.list(range).toArray();
  if (reaction === 'follows') expect(await records).toEqual([]);
  else
    expect(await rejection(records)).toHaveProperty('issues', [
      { path: 'next', message: 'is longer than 8192 characters' },
    ]);
});

test('an error message lists the first issues and counts the others', async () => {
  const menuItems = Array.from({ length: 50 }, () => ({ photos: [], price: Number.NaN }));
  const error = await rejection(clientOf(scriptedService()).baseMenus.create({ menuItems }));
  expect(error).toHaveProperty('issues.length', 50);
  const ending = /`menuItems\[19\]\.price` must be a finite number\n- and 30 more$/;
  expect(error).toHaveProperty('message', expect.stringMatching(ending));
});

test('strict mode lists at most a hundred issues', async () => {
  const service = scriptedService(json(Array.from({ length: 60 }, () => ({ id: 1, type: 2 }))));
  const error = await rejection(clientOf(service, { responseValidation: 'strict' }).channels.list());
  expect(error).toHaveProperty('issues.length', 100);
});

describe('a response with more than 100,000 values', () => {
  const many = { id: 'o-1', items: Array.from({ length: 100_001 }, () => 0) };
  const problem = 'has more than 100000 values, so it was not checked';

  test('is returned unchanged in lenient mode, and reported once', async () => {
    const onSchemaMismatch = vi.fn();
    const options = { responseValidation: 'lenient', hooks: { onSchemaMismatch } } as const;
    expect(await clientOf(scriptedService(json(many)), options).orders.get('o-1')).toEqual(many);
    expect(onSchemaMismatch).toHaveBeenCalledExactlyOnceWith({
      operation: 'orders.get',
      path: '',
      message: problem,
    });
  });

  test('rejects a call in strict mode, which was performed', async () => {
    const outlet = clientOf(scriptedService(json(many, 201)), { responseValidation: 'strict' });
    expect(await rejection(outlet.orders.create(order))).toMatchObject({
      name: 'ResponseValidationError',
      outcome: 'performed',
      issues: [{ path: '', message: problem }],
    });
  });
});

test('a page without a cursor and with thousands of fields causes a short warning', async () => {
  const warn = vi.fn();
  const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const fields = Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 'text']);
  const service = scriptedService(json({ data: [], ...Object.fromEntries(fields) }));
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  await clientOf(service, { logger, logLevel: 'warn' }).orders.list(range).toArray();
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]?.[0].length).toBeLessThan(1_000);
});

test.each([100_000, 100_001])('a list of %i records', async (length) => {
  const service = scriptedService(json(Array.from({ length }, () => ({}))));
  const list = clientOf(service).channels.list();
  if (length === 100_000) expect(await list).toHaveLength(length);
  else expect(await rejection(list)).toHaveProperty('issues.0.message', 'has more than 100000 records');
});

test('a record that is nested too deeply to be compared is delivered', async () => {
  const deep = `{"items":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const service = scriptedService(text(`{"data":[${deep}],"next":null}`, 200, 'application/json'));
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  expect(await clientOf(service).orders.list(range).toArray()).toHaveLength(1);
});

test('a compressed body is measured after decompression', async () => {
  const bomb = gzipSync(Buffer.alloc(2_000_000, ' '));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const service = await loopbackService((_, response) => response.writeHead(200, headers).end(bomb));
  const error = await rejection(service.client({ maxResponseBytes: 1_000_000 }).orders.get('o-1'));
  expect(error).toHaveProperty('message', expect.stringContaining('maxResponseBytes (1000000)'));
  service.close();
});
