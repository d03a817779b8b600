import { gzipSync } from 'node:zlib';
import { InvalidRequestError, ResponseValidationError } from 'outlet-open-api';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type LoopbackService, loopbackService } from '../loopback-service.js';
import { clientOf, json, order, rejection, scriptedService, text } from '../scripted-service.js';

const nested = (levels: number) => JSON.parse(`${'{"in":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`);
/** A body of so many bytes, in pieces, and whether its reader has let it go. */
function piecesOf(bytes: number, pieces: number) {
  const cancel = vi.fn();
  const piece = new TextEncoder().encode('x'.repeat(bytes / pieces));
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > pieces) controller.close();
      else controller.enqueue(piece);
    },
    cancel,
  });
  return { body, cancel, sent: () => sent };
}

describe('the body of an answer', () => {
  test('may be as large as maxResponseBytes', async () => {
    const answer = JSON.stringify({ id: 'x'.repeat(91) });
    const service = scriptedService(text(answer, 200, 'application/json'));
    const outlet = clientOf(service, { maxResponseBytes: answer.length });
    expect(await outlet.orders.get('o-1')).toEqual(JSON.parse(answer));
  });

  test('is read no further than maxResponseBytes, and not asked for again', async () => {
    const { body, cancel, sent } = piecesOf(100_000, 100);
    const service = scriptedService(() => new Response(body));
    const outlet = clientOf(service, { maxResponseBytes: 10_000 });
    const error = await rejection(outlet.orders.create(order));
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({
      status: 200,
      outcome: 'unknown',
      attempts: 1,
      message: expect.stringContaining('the body is larger than maxResponseBytes (10000)'),
      bodyPreview: 'no content type, not read to its end',
    });
    expect(cancel).toHaveBeenCalledOnce();
    expect(sent()).toBeLessThan(20);
  });

  test('is counted in bytes, not in characters', async () => {
    const service = scriptedService(json({ id: 'ö'.repeat(50) }));
    expect(await clientOf(service, { maxResponseBytes: 109 }).orders.get('o-1')).toHaveProperty('id');
    const tooLarge = await rejection(clientOf(service, { maxResponseBytes: 108 }).orders.get('o-1'));
    expect(tooLarge).toBeInstanceOf(ResponseValidationError);
  });

  test('is put together rightly, wherever the network cuts it', async () => {
    const bytes = new TextEncoder().encode('\uFEFF{"id":"Öl 🫒"}');
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await clientOf(scriptedService(() => new Response(body))).orders.get('o-1')).toEqual({
      id: 'Öl 🫒',
    });
  });

  test('may be one that a fetch of another library made', async () => {
    const answer = Object.defineProperty(text('{"id":"o-1"}'), 'body', { value: { pipe() {} } });
    const fetch = async () => answer;
    expect(await clientOf({ fetch, arrivals: [] }, { maxResponseBytes: 12 }).orders.get('o-1')).toEqual({
      id: 'o-1',
    });
  });

  test.each([0, -1, 1.5, Number.NaN, '1'])('cannot be limited to %s bytes', (maxResponseBytes) => {
    const make = () => clientOf(scriptedService(), { maxResponseBytes: maxResponseBytes as number });
    expect(make).toThrow('maxResponseBytes must be a whole number from 1 up, or Infinity');
  });

  test('may be nested 100 levels deep', async () => {
    const service = scriptedService(json(nested(100)));
    expect(await clientOf(service).orders.get('o-1')).toEqual(nested(100));
  });

  test('is refused where it is nested deeper, and not asked for again', async () => {
    const service = scriptedService(json(nested(101)));
    const error = await rejection(clientOf(service).orders.get('o-1'));
    expect(error).toMatchObject({ name: 'ResponseValidationError', attempts: 1 });
    expect(error).toHaveProperty('message', expect.stringContaining('nested deeper than 100 levels'));
  });
});

test('an error answer that is too long to be read is known by its status', async () => {
  const { body, cancel, sent } = piecesOf(10_000_000, 1_000);
  const service = scriptedService(() => new Response(body, { status: 404 }));
  const error = await rejection(clientOf(service).orders.get('o-1'));
  expect(error).toMatchObject({ name: 'NotFoundError', errors: undefined });
  expect(error).toHaveProperty(
    'message',
    expect.stringContaining('no message (no content type, not read to its end)'),
  );
  expect(cancel).toHaveBeenCalledOnce();
  expect(sent()).toBeLessThan(200);
});

test.each([
  [65_000, true],
  [66_000, false],
])('%i bytes of headers are taken: %s', async (bytes, isTaken) => {
  const service = scriptedService(json({ id: 'o-1' }, 200, { 'x-large': 'x'.repeat(bytes) }));
  const call = clientOf(service).orders.get('o-1');
  if (isTaken) expect(await call).toEqual({ id: 'o-1' });
  else
    expect(await rejection(call)).toHaveProperty(
      'message',
      expect.stringContaining('headers are larger than 65536'),
    );
});

test.each([
  [8_192, true],
  [8_193, false],
])('a cursor of %i characters is followed: %s', async (length, isFollowed) => {
  const next = 'c'.repeat(length);
  const service = scriptedService(json({ data: [], next }), json({ data: [], next: null }));
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  const walk = clientOf(service).orders.list(range).toArray();
  if (isFollowed) expect(await walk).toEqual([]);
  else
    expect(await rejection(walk)).toHaveProperty('issues', [
      { path: 'next', message: 'is longer than 8192 characters' },
    ]);
});

test('a body that holds one thing twice, again and again, is refused before it is sent', async () => {
  const service = scriptedService();
  const twice = Array.from({ length: 60 }).reduce<object>((inner) => ({ a: inner, b: inner }), {});
  const error = await rejection(clientOf(service).baseMenus.create({ menuItems: [], twice }));
  expect(error).toBeInstanceOf(InvalidRequestError);
  expect(error).toHaveProperty('message', expect.stringContaining('is one value of more than 1000000'));
  expect(service.arrivals).toEqual([]);
});

test('an error lists some of many issues, and how many there are besides', async () => {
  const menuItems = Array.from({ length: 5_000 }, () => ({ price: Number.NaN }));
  const error = await rejection(clientOf(scriptedService()).baseMenus.create({ menuItems }));
  expect(error).toHaveProperty('issues.length', 5_000);
  expect(error).toHaveProperty(
    'message',
    expect.stringMatching(/menuItems\[19\]\.price must be .*; and 4980 more\.$/),
  );
});

test('an answer that is wrong throughout tells of a hundred issues of each field, and no more', async () => {
  const service = scriptedService(json(Array.from({ length: 50_000 }, () => ({ id: 1, type: 2 }))));
  const error = await rejection(clientOf(service, { responseValidation: 'strict' }).channels.list());
  expect(error).toHaveProperty('issues.length', 200);
});

test('a body to send may be nested 100 levels deep, and no deeper', async () => {
  const service = scriptedService(json({ id: 'b-1' }));
  const { baseMenus } = clientOf(service);
  await baseMenus.create({ menuItems: [], ...nested(100) });
  const error = await rejection(baseMenus.create({ menuItems: [], ...nested(101) }));
  expect(error).toBeInstanceOf(InvalidRequestError);
  expect(service.arrivals).toHaveLength(1);
});

describe('over the wire', () => {
  let service: LoopbackService | undefined;
  afterEach(() => service?.close());

  test('a small answer that unpacks to a large one is left where it passes the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    service = await loopbackService((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
    });
    const outlet = service.client({ maxResponseBytes: 1_000_000 });
    const error = await rejection(outlet.orders.get('o-1'));
    expect(error).toHaveProperty('message', expect.stringContaining('maxResponseBytes (1000000)'));
  });

  test('an answer without end ends at the limit, and its connection with it', async () => {
    let hasClosed: Promise<void> | undefined;
    service = await loopbackService((_, response) => {
      hasClosed = new Promise((resolve) => response.on('close', resolve));
      response.writeHead(200, { 'content-type': 'application/json' });
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    const error = await rejection(service.client({ maxResponseBytes: 1_000_000 }).orders.get('o-1'));
    expect(error).toHaveProperty('name', 'ResponseValidationError');
    await hasClosed;
  });

  test('headers that are larger than the runtime takes are said to be', async () => {
    service = await loopbackService((_, response) => {
      response.writeHead(200, { 'x-large': 'x'.repeat(40_000) }).end('{"id":"o-1"}');
    });
    const error = await rejection(service.client().orders.get('o-1'));
    expect(error).toMatchObject({ name: 'ConnectionError', attempts: 1 });
    expect(error).toHaveProperty('message', expect.stringContaining('headers of the answer are too large'));
  });
});
