import {
  createWebhookHandler,
  ipAllowList,
  RequestValidationError,
  sharedSecret,
  type WebhookHandlerOptions,
  WebhookParseError,
  WebhookVerificationError,
} from 'outlet-open-api/webhooks';
import { describe, expect, test, vi } from 'vitest';
import { address, complete, delivery, receiver, statusOf, updatedAt } from './deliveries.js';

const secret = sharedSecret({ query: 'secret', value: 's3cret' });
const office = ipAllowList(['203.0.113.0/24']);
const inOffice = { clientIp: '203.0.113.7' };
const fail = () => {
  throw new Error('the database is down');
};

describe('a delivery is answered', () => {
  const right = `${address}?secret=s3cret`;
  const wrong = `${address}?secret=other`;
  const get = (url: string) => new Request(url);
  const large = 'x'.repeat(65_537);
  const cases: readonly [number, string, Request, { clientIp?: string }?, WebhookHandlerOptions?][] = [
    [200, 'an event that is handled', delivery(complete, right), inOffice],
    [200, 'an event that nobody knows', delivery({ event: 'order.moved' }, right), inOffice],
    [200, 'a known event of an unknown shape', delivery({ event: 'order.complete' }, right), inOffice],
    [200, 'an event that nothing handles', delivery(complete, right), inOffice, { onAny: undefined }],
    [405, 'another method, whoever sends it', get(wrong), {}],
    [403, 'another address, with whatever secret', delivery('{', wrong), { clientIp: '198.51.100.1' }],
    [403, 'an address that is not known', delivery(complete, right), {}],
    [401, 'a wrong secret, however large', delivery(large, wrong), inOffice],
    [401, 'no secret', delivery('{', address), inOffice],
    [413, 'a body that is too large, whatever it holds', delivery(large, right), inOffice],
    [400, 'no JSON', delivery('{', right), inOffice],
    [400, 'no body', new Request(right, { method: 'POST' }), inOffice],
    [400, 'JSON that is no object', delivery('[]', right), inOffice],
    [400, 'an object without an event', delivery({ id: 'o-1' }, right), inOffice],
    [503, 'an event whose handler fails', delivery(complete, right), inOffice, { onAny: fail }],
  ];
  // The guards stand in the other order than they are asked in.
  test.each(cases)('%i to %s §events.rule-5.acknowledged', async (status, _, request, info, options) => {
    const { handle } = receiver({ verify: [secret, office], ...options });
    const response = await handle(request, info);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
  });

  test('before a byte of it is read, where a guard refuses it', async () => {
    const { handle } = receiver({ verify: [secret] });
    const request = delivery(complete, wrong);
    expect(await statusOf(handle(request))).toBe(401);
    expect(request.bodyUsed).toBe(false);
  });

  test('at once, where its length is announced and too large', async () => {
    const { handle } = receiver({ maxBodyBytes: 5 });
    const body = new ReadableStream({ pull: () => expect.fail('it is read') }, { highWaterMark: 0 });
    const init = { method: 'POST', headers: { 'content-length': '6' }, body, duplex: 'half' };
    expect(await statusOf(handle(new Request(address, init)))).toBe(413);
  });
});

describe('handlers', () => {
  test('are passed the event that they are for, and onAny every one, one after the other', async () => {
    const calls: string[] = [];
    const note = (name: string) => async (event: { raw: object }) => {
      calls.push(`${name} begins`);
      await Promise.resolve();
      calls.push(`${name} has ${JSON.stringify(event.raw)}`);
    };
    const { handle, lines } = receiver({
      on: { 'order.complete': note('complete'), 'order.cancelled': note('cancelled') },
      onUnknown: note('unknown'),
      onAny: note('any'),
    });
    const moved = { event: 'order.moved' };
    await handle(delivery(complete));
    await handle(delivery(moved));
    const [first, second] = [JSON.stringify(complete), JSON.stringify(moved)];
    expect(calls).toEqual([
      ...['complete begins', `complete has ${first}`, 'any begins', `any has ${first}`],
      ...['unknown begins', `unknown has ${second}`, 'any begins', `any has ${second}`],
    ]);
    expect(lines).toEqual([
      expect.stringContaining('order.moved was acknowledged, though no event has this name'),
    ]);
  });

  test('are passed an empty context, where nothing resolves it', async () => {
    const onAny = vi.fn();
    await receiver({ onAny }).handle(delivery());
    expect(onAny).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ event: 'order.complete' }), {});
  });

  test('that fail are told of with their event, and the sender learns nothing', async () => {
    const { handle, errors, lines } = receiver({ onAny: fail });
    const response = await handle(delivery());
    expect([response.status, await response.text(), [...response.headers]]).toEqual([503, '', []]);
    expect(errors).toEqual([
      {
        error: new Error('the database is down'),
        failure: { step: 'handle', event: { ...complete, raw: complete } },
      },
    ]);
    expect(lines).toEqual([]);
  });

  test('that fail are logged where nobody wants to hear, but for what they threw', async () => {
    const { handle, lines } = receiver({ onAny: fail, onError: undefined });
    await handle(delivery());
    await handle(delivery());
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(
      'error: outlet-open-api: Webhook event order.complete: handle failed. onError would be passed what it threw.',
    );
  });

  test('one that fails keeps the next from being called', async () => {
    const { handle, handled } = receiver({ on: { 'order.complete': fail }, onUnknown: fail });
    expect(await statusOf(handle(delivery()))).toBe(503);
    expect(await statusOf(handle(delivery({ event: 'order.moved' })))).toBe(503);
    expect(handled).toEqual([]);
  });
});

describe('what is told once', () => {
  test('an event that nothing handles, by its name', async () => {
    const { handle, lines } = receiver({ onAny: undefined });
    for (const id of ['o-1', 'o-2']) await handle(delivery({ ...complete, id }));
    await handle(delivery({ event: 'channels.published' }));
    expect(lines).toEqual([
      'outlet-open-api: Webhook event order.complete was acknowledged, though nothing handles it.',
      'outlet-open-api: Webhook event channels.published was acknowledged, though nothing handles it.',
    ]);
  });

  test('an event that is not as documented, even where it is handled', async () => {
    const { handle, lines } = receiver({ onUnknown: () => {} });
    for (const id of ['o-1', 'o-2']) await handle(delivery({ event: 'order.cancelled', id }));
    expect(lines).toEqual([
      expect.stringContaining('order.cancelled was acknowledged, though it lacks a documented field'),
    ]);
  });

  test('not more than a hundred names that nobody knows, and none that is no name', async () => {
    const { handle, lines } = receiver({ onAny: undefined });
    for (let n = 0; n < 150; n += 1) await handle(delivery({ event: `order.moved${n}` }));
    expect(lines).toHaveLength(100);
    await handle(delivery());
    expect(lines[100]).toContain('order.complete was acknowledged, though nothing handles it');
    const other = receiver();
    for (const event of ['Ada Lovelace', 'order.moved 7', '-', 'tel.4917055501990', 'x'.repeat(65)]) {
      await other.handle(delivery({ event }));
    }
    expect(other.lines).toEqual([expect.stringContaining('Webhook event [masked] was')]);
  });

  test('a refused delivery, by its reason, where nobody wants to hear', async () => {
    const { handle, lines } = receiver({ verify: [secret], onError: undefined });
    for (let n = 0; n < 3; n += 1) await handle(delivery(complete, `${address}?secret=${n}`));
    for (let n = 0; n < 3; n += 1) await handle(delivery('{', `${address}?secret=s3cret`));
    expect(lines).toEqual([expect.stringContaining('a wrong secret'), expect.stringContaining('no JSON')]);
    const guarded = receiver({ verify: [office], onError: undefined });
    for (let n = 0; n < 3; n += 1) await guarded.handle(delivery(), { clientIp: `198.51.100.${n}` });
    expect(guarded.lines).toEqual([expect.stringContaining('198.51.100.0 is not on the allow-list')]);
  });

  test('that everybody is let in, unless that is meant', async () => {
    const open = receiver({ verify: undefined });
    for (const id of ['o-1', 'o-2']) await open.handle(delivery({ ...complete, id }));
    expect(open.lines).toEqual([expect.stringContaining('Pass guards as verify')]);
    const meant = receiver({ verify: [] });
    await meant.handle(delivery());
    expect(meant.lines).toEqual([]);
  });
});

describe('onError hears', () => {
  test('of guards that refuse and guards that fail', async () => {
    const { handle, errors } = receiver({ verify: [office, fail] });
    expect(await statusOf(handle(delivery(), { clientIp: '198.51.100.1' }))).toBe(403);
    expect(await statusOf(handle(delivery(), inOffice))).toBe(503);
    expect(errors.map(({ failure }) => failure)).toEqual([
      { step: 'verify', event: undefined },
      { step: 'verify', event: undefined },
    ]);
    expect(errors[0]?.error).toBeInstanceOf(WebhookVerificationError);
    expect(errors[1]?.error).toEqual(new Error('the database is down'));
  });

  test('of what is no event', async () => {
    const { handle, errors } = receiver();
    await handle(delivery('{'));
    expect(errors[0]).toMatchObject({ error: { reason: 'not-json' }, failure: { step: 'read' } });
    expect(errors[0]?.error).toBeInstanceOf(WebhookParseError);
  });

  test('and what it throws disturbs nothing', async () => {
    const { handle } = receiver({ onAny: fail, onError: fail });
    expect(await statusOf(handle(delivery()))).toBe(503);
    const later = receiver({ onAny: fail, onError: () => Promise.reject(new Error('later')) });
    expect(await statusOf(later.handle(delivery()))).toBe(503);
  });
});

describe('guards of one’s own', () => {
  test.each([
    ['true lets in', () => true, 200],
    ['a promise of true lets in', async () => true, 200],
    ['false refuses', () => false, 403],
    ['a promise of false refuses', async () => false, 403],
    ['an answer that was forgotten refuses', () => JSON.parse('null'), 403],
    ['an error means that nobody knows', fail, 503],
  ])('%s', async (_, guard, status) => {
    expect(await statusOf(receiver({ verify: [guard] }).handle(delivery()))).toBe(status);
  });

  test('are asked after address and secret, and see request and sender', async () => {
    const own = vi.fn(() => true);
    const { handle } = receiver({ verify: [own, secret, office] });
    await handle(delivery(complete, `${address}?secret=no`), inOffice);
    expect(own).not.toHaveBeenCalled();
    const request = delivery(complete, `${address}?secret=s3cret`);
    await handle(request, inOffice);
    expect(own).toHaveBeenCalledExactlyOnceWith(request, inOffice);
  });

  test('can read the body of a copy', async () => {
    const readsBody = async (request: Request) => (await request.clone().text()).includes(updatedAt);
    expect(await statusOf(receiver({ verify: [readsBody] }).handle(delivery()))).toBe(200);
  });
});

describe('resolve', () => {
  test('tells which key a delivery is for, once it is let in and read', async () => {
    const resolve = vi.fn(async (request: Request) => ({ outlet: new URL(request.url).pathname.slice(1) }));
    const seen: string[] = [];
    const handle = createWebhookHandler({
      verify: [secret],
      resolve,
      onAny: (_, { outlet }) => {
        seen.push(outlet);
      },
      onError: () => {},
    });
    await handle(delivery(complete, 'https://a.example/north?secret=s3cret'));
    await handle(delivery(complete, 'https://a.example/south?secret=no'));
    await handle(delivery('{', 'https://a.example/south?secret=s3cret'));
    expect(seen).toEqual(['north']);
    expect(resolve).toHaveBeenCalledOnce();
  });

  test('keeps apart what would look the same, by a scope', async () => {
    const seen: string[] = [];
    const handle = createWebhookHandler({
      verify: [],
      resolve: (request) => ({ scope: new URL(request.url).pathname }),
      onAny: (_, { scope }) => {
        seen.push(scope);
      },
    });
    for (const path of ['/north', '/south', '/north']) {
      expect(await statusOf(handle(delivery(complete, `https://a.example${path}`)))).toBe(200);
    }
    expect(seen).toEqual(['/north', '/south']);
  });

  test.each([
    ['throws', fail],
    ['gives no object', () => JSON.parse('"north"')],
    ['gives a scope that is no text', () => ({ scope: 7 })],
  ])('that %s is answered 503, and told of with the event', async (_, resolve) => {
    const onError = vi.fn();
    const onAny = vi.fn();
    const handle = createWebhookHandler({ verify: [], resolve, onAny, onError });
    expect(await statusOf(handle(delivery()))).toBe(503);
    expect(onAny).not.toHaveBeenCalled();
    const event = expect.objectContaining({ event: 'order.complete' });
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Error), { step: 'resolve', event });
  });
});

describe('is refused', () => {
  const untyped = (options: object) => createWebhookHandler(JSON.parse(JSON.stringify(options)));

  test('with every option that is wrong', () => {
    const wrong = {
      ...{
        verify: ['secret'],
        deduplicator: {},
        maxBodyBytes: 0,
        responseTimeout: 1.5,
        lease: '1',
        ttl: -1,
      },
      ...{
        on: { 'order.completed': 1, 'order.complete': 1 },
        onAny: 1,
        onUnknown: 1,
        onError: 1,
        resolve: 1,
        logger: {},
      },
    };
    try {
      untyped(wrong);
      expect.unreachable();
    } catch (error) {
      expect(error instanceof RequestValidationError && error.issues.map(({ path }) => path)).toEqual(
        expect.arrayContaining([
          ...['verify', 'deduplicator', 'maxBodyBytes', 'responseTimeout', 'lease', 'ttl'],
          ...[
            'on.order.completed',
            'on.order.complete',
            'onAny',
            'onUnknown',
            'onError',
            'resolve',
            'logger',
          ],
        ]),
      );
      expect(String(error)).toContain('on.order.completed is no documented event: see onUnknown');
    }
  });

  test('handlers that are no object', () => {
    expect(() => untyped({ on: 5 })).toThrow('on must hold handlers by the names of their events');
  });

  test('a single guard that is no list', () => {
    expect(() => untyped({ verify: {} })).toThrow('verify must be a list of guards');
  });

  test('what is no request, with what to do', async () => {
    const { handle } = receiver();
    const nodes = { method: 'POST', headers: {}, url: '/' };
    await expect(Reflect.apply(handle, undefined, [nodes])).rejects.toThrow(
      'use toNodeListener, or in Hono c.req.raw',
    );
  });
});
