import fc from 'fast-check';
import { createWebhookHandler, WebhookParseError } from 'outlet-open-api/webhooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { address, complete, delivery, receiver, statusOf } from './deliveries.js';

const encode = (text: string) => new TextEncoder().encode(text);
const withoutBody = new Request(address, { method: 'POST' });

/** Creates a delivery whose body arrives in pieces. */
function streamed(pieces: Iterable<Uint8Array | Error>): Request {
  const iterator = pieces[Symbol.iterator]();
  const body = new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else if (value instanceof Error) controller.error(value);
      else controller.enqueue(value);
    },
  });
  return new Request(address, Object.assign({ method: 'POST', body }, { duplex: 'half' }));
}

describe('a body is read', () => {
  test('from a stream, however it is split', async () => {
    const text = JSON.stringify({ ...complete, name: 'Öztürk 🍕' });
    const bytes = encode(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end));
        const raws: unknown[] = [];
        const handle = createWebhookHandler({ verify: 'none', onAny: ({ raw }) => raws.push(raw) });
        expect(await statusOf(handle(streamed(pieces)))).toBe(200);
        expect(raws).toEqual([JSON.parse(text)]);
      }),
    );
  });

  test.each([
    ['text', JSON.stringify(complete)],
    ['bytes', encode(JSON.stringify(complete))],
    ['a Buffer that is part of a larger one', Buffer.from(`xx${JSON.stringify(complete)}`).subarray(2)],
    ['bytes without a view', encode(JSON.stringify(complete)).buffer],
    ['a parsed object', complete],
    ['a promise that was not awaited', Promise.resolve(JSON.stringify(complete))],
  ])('if a framework has read it as %s', async (_, body) => {
    const { handle, handled } = receiver();
    expect(await statusOf(handle(withoutBody, { body }))).toBe(200);
    const read = delivery();
    await read.text();
    expect(await statusOf(handle(read, { body }))).toBe(200);
    expect(handled).toEqual(['order.complete']);
  });

  test('with a byte order mark', async () => {
    expect(await receiver().deliver(`\uFEFF${JSON.stringify(complete)}`)).toBe(200);
  });
});

describe('a body is rejected', () => {
  test('if it was read and not kept, and the error says what to do', async () => {
    const { handle, errors } = receiver();
    const read = delivery();
    await read.text();
    expect(await statusOf(handle(read))).toBe(503);
    expect(errors[0]?.error).toMatchObject({
      reason: 'already-read',
      message: expect.stringMatching(
        /Pass the body as \{ body \}, or keep it in request\.body, as express\.json\(\) does/,
      ),
    });
  });

  test.each([
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['an empty string', ''],
  ])('if it is %s', async (_, body) => {
    const { handle, errors } = receiver();
    expect(await statusOf(handle(withoutBody, { body }))).toBe(400);
    expect(errors[0]?.error).toHaveProperty('reason', 'not-json');
  });

  test.each([
    ['was parsed into values that JSON does not have', { ...complete, revision: 7n }],
    ['is a stream', delivery().body ?? expect.fail()],
  ])('if it %s, and the error says what to do', async (_, body) => {
    const { handle, handled, errors } = receiver();
    expect(await statusOf(handle(withoutBody, { body }))).toBe(503);
    expect(handled).toEqual([]);
    expect(errors).toMatchObject([
      {
        error: {
          reason: 'not-serializable',
          message: expect.stringContaining('Pass the body as it arrived'),
        },
        failure: { step: 'read' },
      },
    ]);
    expect(errors[0]?.error).toBeInstanceOf(WebhookParseError);
  });

  test('if it breaks off, without the error of the connection', async () => {
    const { handle, errors } = receiver();
    expect(await statusOf(handle(streamed([encode('{'), new Error('Ada Lovelace')])))).toBe(400);
    expect(errors[0]?.error).toMatchObject({
      reason: 'cut-off',
      message: 'The connection closed before the webhook body was complete.',
    });
    expect(errors[0]?.error).not.toHaveProperty('cause');
  });
});

describe('the size of a body', () => {
  const limit = 65_536;
  /** Creates an event of this many bytes. */
  const ofSize = (bytes: number) => {
    const frame = encode(JSON.stringify({ ...complete, note: '' })).length;
    return JSON.stringify({ ...complete, note: `é${'x'.repeat(bytes - frame - 2)}` });
  };
  const kinds: Record<string, (text: string) => [Request, { body?: string | Uint8Array | object }?]> = {
    'a stream': (text) => [streamed(text.match(/.{1,1000}/gs)?.map(encode) ?? [])],
    'a body of known length': (text) => [delivery(text)],
    text: (text) => [withoutBody, { body: text }],
    bytes: (text) => [withoutBody, { body: encode(text) }],
    'an object': (text) => [withoutBody, { body: JSON.parse(text) }],
  };
  test.each(Object.entries(kinds))('is counted in bytes: %s', async (_, make) => {
    expect(encode(ofSize(limit))).toHaveLength(limit);
    expect(await statusOf(receiver().handle(...make(ofSize(limit))))).toBe(200);
    const { handle, errors } = receiver();
    expect(await statusOf(handle(...make(ofSize(limit + 1))))).toBe(413);
    expect(errors[0]?.error).toHaveProperty('reason', 'too-large');
  });

  test('is counted while it is read, and then no more is read', async () => {
    let pulled = 0;
    const cancelled = vi.fn();
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000));
      },
      cancel: cancelled,
    });
    const request = new Request(address, Object.assign({ method: 'POST', body }, { duplex: 'half' }));
    expect(await statusOf(receiver({ maxBodyBytes: 5_000 }).handle(request))).toBe(413);
    expect(pulled).toBeLessThan(9);
    expect(cancelled).toHaveBeenCalledOnce();
  });
});

describe('a slow sender', () => {
  beforeEach(() => void vi.useFakeTimers());

  test('gets 408 after responseTimeout, however steadily it sends', async () => {
    const { handle, errors } = receiver();
    const cancelled = vi.fn();
    let dripping: ReturnType<typeof setInterval> | undefined;
    const body = new ReadableStream({
      start(controller) {
        dripping = setInterval(() => controller.enqueue(encode(' ')), 100);
      },
      cancel: cancelled,
    });
    const request = new Request(address, Object.assign({ method: 'POST', body }, { duplex: 'half' }));
    const respond = vi.fn();
    const responded = handle(request).then(respond);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(respond).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await responded;
    clearInterval(dripping);
    expect(respond).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 408 }));
    expect(errors[0]?.error).toHaveProperty('reason', 'stalled');
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test('does not wait longer for a guard that hangs', async () => {
    const { deliver, errors } = receiver({ verify: [() => new Promise(() => {})], responseTimeout: 100 });
    const status = deliver();
    await vi.advanceTimersByTimeAsync(100);
    expect(await status).toBe(503);
    expect(errors[0]).toMatchObject({
      error: { message: 'The step took longer than responseTimeout.' },
      failure: { step: 'verify' },
    });
  });
});
