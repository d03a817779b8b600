import { describe, expect, test } from 'vitest';
import { clientOf, rejection, scriptedService } from '../scripted-service.js';

const body = {
  items: [{ menuItemId: 'm-1', quantity: 1 }],
  channelId: 'c-1',
  partnerInfo: { partnerChannel: 'foodie', orderId: 'p-1' },
};

type Init = RequestInit & { headers: Record<string, string> };

/** What a `fetch` of the user's own is given, call by call. */
function recorder(answer: () => unknown = () => Response.json({ id: 'o-1' })) {
  const given: { url: unknown; init: Init }[] = [];
  const fetch = async (url: unknown, init: unknown) => {
    given.push({ url, init: init as Init });
    return answer() as Response;
  };
  return { given, outlet: clientOf({ ...scriptedService(), fetch: fetch as typeof globalThis.fetch }) };
}

describe('a fetch of the user’s own', () => {
  test('gets an address and an init that those of other libraries take, too', async () => {
    const { given, outlet } = recorder();
    const call = outlet.orders.create(body);
    await call;
    const [{ url, init } = expect.unreachable()] = given;

    expect(url).toBe('https://pos.example/api/v1/orders');
    expect(Object.keys(init).sort()).toEqual(['body', 'headers', 'method', 'redirect', 'signal']);
    expect(init).toMatchObject({ method: 'POST', redirect: 'manual' });
    expect(init.signal).toBeInstanceOf(AbortSignal);
    expect(init.headers).toEqual({
      accept: 'application/json',
      authorization: expect.stringMatching(/^Bearer token-\d+$/),
      'content-type': 'application/json',
      'idempotency-key': call.idempotencyKey,
      'user-agent': expect.stringMatching(/^outlet-open-api\//),
    });
    expect(init.body).toBeInstanceOf(Uint8Array);
    expect(new TextDecoder().decode(init.body as Uint8Array)).toBe(JSON.stringify(body));
  });

  test('gets the same bytes on every attempt, whatever it does to them', async () => {
    const texts: string[] = [];
    const { given, outlet } = recorder(() => {
      const sent = given.at(-1)?.init.body as Uint8Array<ArrayBuffer>;
      texts.push(new TextDecoder().decode(sent));
      if (given.length === 1) sent.fill(32);
      else structuredClone(sent.buffer, { transfer: [sent.buffer] });
      return given.length < 3
        ? Response.json({ code: 503, message: 'Later' }, { status: 503 })
        : Response.json({ id: 'o-1' });
    });
    await outlet.orders.create(body);
    expect(texts).toEqual(Array(3).fill(JSON.stringify(body)));
  });

  test('is not called where a hook has ended the call', async () => {
    const controller = new AbortController();
    const { given, outlet } = recorder();
    const stopping = outlet.withOptions({ hooks: { onRequest: () => controller.abort('enough') } });
    expect(await rejection(stopping.orders.get('o-1', { signal: controller.signal }))).toBe('enough');
    const closing = outlet.withOptions({ hooks: { onRequest: () => closing.close() } });
    expect(await rejection(closing.orders.create(body))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      attempts: 0,
    });
    expect(given).toEqual([]);
  });

  test('is given no body where there is none', async () => {
    const { given, outlet } = recorder();
    await outlet.orders.get('o-1');
    expect(given[0]?.init).not.toHaveProperty('body');
  });

  test('may give what only looks like a Response, and is asked once for it', async () => {
    const { given, outlet } = recorder(() => ({
      status: 200,
      ok: true,
      type: 'basic',
      headers: new Headers(),
      body: {},
      text: async () => '{"id":"o-2"}',
    }));
    expect(await outlet.orders.get('o-2')).toEqual({ id: 'o-2' });
    expect(given).toHaveLength(1);
  });

  test.each([undefined, null])('may show no body but its text (body: %s)', async (body) => {
    const headers = new Headers();
    const { given, outlet } = recorder(() => ({
      status: 200,
      ok: true,
      type: 'basic',
      headers,
      ...(body === null && { body }),
      text: async () => '{"id":"o-3"}',
    }));
    expect(await outlet.orders.get('o-3')).toEqual({ id: 'o-3' });
    expect(given).toHaveLength(1);
  });

  test.each([
    ['read', (response: Response) => response.text()],
    ['locked', async (response: Response) => void response.body?.getReader()],
  ])('whose body was %s is asked once, and the error says so', async (_, take) => {
    const answers = [
      Response.json({ id: 'o-1' }),
      Response.json({ code: 404, message: 'No' }, { status: 404 }),
    ];
    for (const answer of answers) await take(answer);
    const { given, outlet } = recorder(() => answers[given.length - 1]);
    expect(await rejection(outlet.orders.create(body))).toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('let it read a clone()'),
      outcome: 'unknown',
    });
    expect(await rejection(outlet.orders.get('o-1'))).toMatchObject({ name: 'NotFoundError' });
    expect(given).toHaveLength(2);
  });

  test('that gives something else is asked once, and the error says so', async () => {
    const { given, outlet } = recorder(() => undefined);
    expect(await rejection(outlet.orders.get('o-1'))).toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('gave no Response'),
    });
    expect(given).toHaveLength(1);
  });

  test('gets headers under names that an object could take for its own', async () => {
    const { given, outlet } = recorder();
    await outlet.orders.get('o-1', { headers: { 'X-Trace': ' t-1 ', constructor: 'c' } });
    expect(given[0]?.init.headers).toMatchObject({ 'x-trace': 't-1', constructor: 'c' });
  });
});
