import {
  createWebhookHandler,
  ipAllowList,
  RequestValidationError,
  sharedSecret,
  type WebhookHandlerOptions,
  WebhookParseError,
  WebhookVerificationError,
} from 'outlet-open-api/webhooks';
import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { address, complete, delivery, receiver, statusOf, updatedAt } from './deliveries.js';

const secret = sharedSecret({ query: 'secret', value: 's3cret-of-the-key' });
const office = ipAllowList(['203.0.113.0/24']);
const inOffice = { clientIp: '203.0.113.7' };
const fail = () => {
  throw new Error('the database is down');
};

describe('a delivery gets', () => {
  const right = `${address}?secret=s3cret-of-the-key`;
  const wrong = `${address}?secret=other`;
  const get = (url: string) => new Request(url);
  const large = 'x'.repeat(65_537);
  const cases: readonly [number, string, Request, { clientIp?: string }?, Partial<WebhookHandlerOptions>?][] =
    [
      [200, 'an event that is handled', delivery(complete, right), inOffice],
      [200, 'an event with an unknown name', delivery({ event: 'order.moved' }, right), inOffice],
      [200, 'an event without a handler', delivery(complete, right), inOffice, { onAny: undefined }],
      [405, 'another method, from any sender', get(wrong), {}],
      [403, 'another IP address, with any secret', delivery('{', wrong), { clientIp: '198.51.100.1' }],
      [403, 'an unknown IP address', delivery(complete, right), {}],
      [401, 'a wrong secret, of any size', delivery(large, wrong), inOffice],
      [401, 'no secret', delivery('{', address), inOffice],
      [413, 'a body that is too large, with any content', delivery(large, right), inOffice],
      [400, 'a body that is not JSON', delivery('{', right), inOffice],
      [400, 'no body', new Request(right, { method: 'POST' }), inOffice],
      [400, 'JSON that is not an object', delivery('[]', right), inOffice],
      [400, 'an object without an event', delivery({ id: 'o-1' }, right), inOffice],
      [503, 'an event whose handler fails', delivery(complete, right), inOffice, { onAny: fail }],
    ];
  // The guards are not in the sequence of their checks.
  test.each(cases)('%i for %s §events.rule-5.acknowledged', async (status, _, request, info, options) => {
    const { handle } = receiver({ verify: [secret, office], ...options });
    const response = await handle(request, info);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
  });

  test('a response before its body is read if a guard rejects it', async () => {
    const { handle } = receiver({ verify: [secret] });
    const request = delivery(complete, wrong);
    expect(await statusOf(handle(request))).toBe(401);
    expect(request.bodyUsed).toBe(false);
  });

  test('413 at once if its content-length is too large', async () => {
    const { handle } = receiver({ maxBodyBytes: 5 });
    const body = new ReadableStream({ pull: () => expect.fail('the body is read') }, { highWaterMark: 0 });
    const init = { method: 'POST', headers: { 'content-length': '6' }, body, duplex: 'half' };
    expect(await statusOf(handle(new Request(address, init)))).toBe(413);
  });
});

describe('handlers', () => {
  test('get the event of their name, and onAny gets every event, one after another', async () => {
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
    expect(lines).toEqual([expect.stringContaining('order.moved is not documented')]);
  });

  test('get only a signal without resolve', async () => {
    const onAny = vi.fn();
    await receiver({ onAny }).handle(delivery());
    expect(onAny).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ event: 'order.complete' }), {
      signal: expect.any(AbortSignal),
    });
  });

  test('that fail are reported with their event, and the sender gets no details', async () => {
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

  test('that fail are logged with step, event, id and error, without onError', async () => {
    const error = vi.fn();
    const { handle } = receiver({ onAny: fail, onError: undefined, logger: { warn: () => {}, error } });
    await handle(delivery());
    await handle(delivery());
    expect(error).toHaveBeenCalledTimes(2);
    expect(error).toHaveBeenLastCalledWith(
      'outlet-open-api: The webhook event order.complete o-1 failed with Error in the step "handle"',
      new Error('the database is down'),
    );
  });

  test('that fail are logged with console.error by default', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await createWebhookHandler({ verify: 'none', onAny: fail })(delivery());
    expect(log).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('order.complete o-1 failed with Error in the step "handle"'),
      new Error('the database is down'),
    );
  });

  test('that fail are logged by pino with the error as its own field', async () => {
    const written: object[] = [];
    const logger = pino({}, { write: (line: string) => written.push(JSON.parse(line)) });
    await receiver({ onAny: fail, onError: undefined, logger }).handle(delivery());
    const msg =
      'outlet-open-api: The webhook event order.complete o-1 failed with Error in the step "handle"';
    expect(written).toMatchObject([{ level: 50, msg, err: { message: 'the database is down' } }]);
  });

  test.each([
    ['an id that is not one', { event: 'order.complete', id: 'Ada Lovelace\nada@a.example' }],
    ['a name that is not one', { event: 'Ada Lovelace' }],
  ])('that fail are logged without %s', async (_, body) => {
    const { handle, lines } = receiver({ onAny: fail, onError: undefined });
    await handle(delivery(body));
    expect(lines.join()).toContain('failed with Error in the step "handle"');
    expect(lines.join()).not.toContain('Ada');
  });

  test('that fail for an unknown event are logged, and no line says that it was acknowledged', async () => {
    const { deliver, lines } = receiver({ onUnknown: fail, onError: undefined });
    expect(await deliver({ event: 'order.moved' })).toBe(503);
    expect(lines).toEqual([
      expect.stringContaining('The webhook event order.moved is not documented.'),
      expect.stringContaining('order.moved failed'),
    ]);
  });

  test('that fail keep onAny from running', async () => {
    const { deliver, handled } = receiver({ on: { 'order.complete': fail }, onUnknown: fail });
    expect(await deliver()).toBe(503);
    expect(await deliver({ event: 'order.moved' })).toBe(503);
    expect(handled).toEqual([]);
  });
});

describe('an order event without an id', () => {
  const invalid = { event: 'order.complete', id: '' };

  test.each(['onUnknown', 'onAny'] as const)('goes to %s', async (name) => {
    const handler = vi.fn();
    const { deliver, errors } = receiver({ onAny: undefined, [name]: handler });
    expect(await deliver(invalid)).toBe(200);
    expect(handler).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ event: 'unknown', name: 'order.complete', reason: 'shape' }),
      expect.anything(),
    );
    expect(errors).toEqual([]);
  });

  test('goes to onError every time if neither is set', async () => {
    const { deliver, errors } = receiver({ onAny: undefined });
    for (let n = 0; n < 3; n += 1) expect(await deliver(invalid)).toBe(200);
    expect(errors).toHaveLength(3);
    expect(errors[0]).toMatchObject({
      error: { message: expect.stringContaining('Set onUnknown') },
      failure: { step: 'read', event: { event: 'unknown', name: 'order.complete', reason: 'shape' } },
    });
  });

  test('or with a number as its id gets an error that says what the id must be', async () => {
    const { deliver, errors } = receiver({ onAny: undefined });
    await deliver({ ...complete, id: 42 });
    expect(errors).toMatchObject([
      { error: { message: expect.stringContaining('must be a non-empty string') } },
    ]);
  });

  test('gets 503 and is logged every time if nothing is set', async () => {
    const { deliver, lines } = receiver({ onAny: undefined, onError: undefined });
    for (let n = 0; n < 3; n += 1) expect(await deliver(invalid)).toBe(503);
    expect(lines).toEqual(
      Array(3).fill(expect.stringContaining('order.complete failed with OutletError in the step "read"')),
    );
  });
});

describe('a warning is logged once', () => {
  test('for an event without a handler', async () => {
    const { handle, lines } = receiver({ onAny: undefined });
    for (const id of ['o-1', 'o-2']) await handle(delivery({ ...complete, id }));
    await handle(delivery({ event: 'channels.published' }));
    expect(lines).toEqual([
      'outlet-open-api: The webhook event order.complete was acknowledged, although no handler is set for it. Add one to `on`.',
      'outlet-open-api: The webhook event channels.published was acknowledged, although no handler is set for it. Add one to `on`.',
    ]);
  });

  test('for each of the first 100 unknown names, and never with what is not a name', async () => {
    const { handle, lines } = receiver({ onAny: undefined });
    for (let n = 0; n < 150; n += 1) await handle(delivery({ event: `order.moved${n}` }));
    expect(lines).toHaveLength(100);
    await handle(delivery());
    expect(lines[100]).toContain('order.complete was acknowledged, although no handler is set for it');
    const other = receiver();
    for (const event of ['Ada Lovelace', 'order.moved 7', '-', 'tel.4917055501990', 'x'.repeat(65)]) {
      await other.handle(delivery({ event }));
    }
    expect(other.lines).toEqual([expect.stringContaining('The webhook event [redacted] is')]);
  });

  test('for a rejected delivery by its reason, without onError', async () => {
    const { handle, lines } = receiver({ verify: [secret], onError: undefined });
    for (let n = 0; n < 3; n += 1) await handle(delivery(complete, `${address}?secret=${n}`));
    for (let n = 0; n < 3; n += 1) await handle(delivery('{', `${address}?secret=s3cret-of-the-key`));
    expect(lines).toEqual([
      expect.stringContaining('a wrong secret'),
      expect.stringContaining('is not JSON'),
    ]);
    const guarded = receiver({ verify: [office], onError: undefined });
    for (let n = 0; n < 3; n += 1) await guarded.handle(delivery(), { clientIp: `198.51.100.${n}` });
    expect(guarded.lines).toEqual([
      expect.stringMatching(
        /198\.51\.100\.0 is not on the allow list.* Others .* are not logged: set onError\.$/,
      ),
    ]);
  });
});

describe('onError', () => {
  test('gets errors of guards that reject and guards that fail', async () => {
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

  test('gets errors of parsing', async () => {
    const { handle, errors } = receiver();
    await handle(delivery('{'));
    expect(errors[0]).toMatchObject({ error: { reason: 'not-json' }, failure: { step: 'read' } });
    expect(errors[0]?.error).toBeInstanceOf(WebhookParseError);
  });

  test('changes nothing if it throws', async () => {
    const { deliver } = receiver({ onAny: fail, onError: fail });
    expect(await deliver()).toBe(503);
    const later = receiver({ onAny: fail, onError: () => Promise.reject(new Error('later')) });
    expect(await later.deliver()).toBe(503);
  });
});

describe('a guard of your own', () => {
  test.each([
    ['that returns true accepts', () => true, 200],
    ['that resolves to true accepts', async () => true, 200],
    ['that returns false rejects', () => false, 403],
    ['that resolves to false rejects', async () => false, 403],
    ['that returns nothing rejects', () => JSON.parse('null'), 403],
    ['that throws causes a 503', fail, 503],
  ])('%s', async (_, guard, status) => {
    expect(await receiver({ verify: [guard] }).deliver()).toBe(status);
  });

  test('that rejects is named in the log', async () => {
    const onlyOurHost = () => false;
    const { handle, lines } = receiver({ verify: [() => true, onlyOurHost], onError: undefined });
    await handle(delivery());
    expect(lines).toEqual([
      'outlet-open-api: The guard onlyOurHost rejected the delivery: it did not return true. Others with this reason are not logged: set onError.',
    ]);
  });

  test('runs after IP address and secret, and gets request and sender', async () => {
    const own = vi.fn(() => true);
    const { handle } = receiver({ verify: [own, secret, office] });
    await handle(delivery(complete, `${address}?secret=no`), inOffice);
    expect(own).not.toHaveBeenCalled();
    const request = delivery(complete, `${address}?secret=s3cret-of-the-key`);
    await handle(request, inOffice);
    expect(own).toHaveBeenCalledExactlyOnceWith(request, inOffice);
  });

  test('can read the body of a clone', async () => {
    const readsBody = async (request: Request) => (await request.clone().text()).includes(updatedAt);
    expect(await receiver({ verify: [readsBody] }).deliver()).toBe(200);
  });
});

describe('resolve', () => {
  test('runs after the guards and the parser', async () => {
    const resolve = vi.fn(async (request: Request) => ({ keyRef: new URL(request.url).pathname.slice(1) }));
    const seen: string[] = [];
    const handle = createWebhookHandler({
      verify: [secret],
      resolve,
      onAny: (_, { keyRef }) => {
        seen.push(keyRef);
      },
      onError: () => {},
    });
    await handle(delivery(complete, 'https://a.example/north?secret=s3cret-of-the-key'));
    await handle(delivery(complete, 'https://a.example/south?secret=no'));
    await handle(delivery('{', 'https://a.example/south?secret=s3cret-of-the-key'));
    expect(seen).toEqual(['north']);
    expect(resolve).toHaveBeenCalledOnce();
  });

  test('that throws causes a 503 and is reported with the event', async () => {
    const onError = vi.fn();
    const onAny = vi.fn();
    const handle = createWebhookHandler({ verify: 'none', resolve: fail, onAny, onError });
    expect(await statusOf(handle(delivery()))).toBe(503);
    expect(onAny).not.toHaveBeenCalled();
    const event = expect.objectContaining({ event: 'order.complete' });
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Error), { step: 'resolve', event });
  });
});

describe('a handler is rejected', () => {
  const untyped = (options: object) => createWebhookHandler(JSON.parse(JSON.stringify(options)));

  test('with every invalid option', () => {
    const wrong = {
      ...{
        verify: ['secret'],
        maxBodyBytes: 0,
        responseTimeout: 1.5,
        handlerTimeout: 0,
        deduplicate: 'no',
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
          ...['verify', 'maxBodyBytes', 'responseTimeout', 'handlerTimeout', 'deduplicate'],
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
      expect(String(error)).toContain(
        '`on.order.completed` is not a documented event, but `order.complete` is',
      );
    }
  });

  test('if on is not an object', () => {
    expect(() => untyped({ on: 5 })).toThrow('`on` must be an object');
  });

  // `[value && sharedSecret({ … })].filter(Boolean)` is empty if a variable is missing.
  test.each([[undefined], [[]], [[undefined]], [{}], ['secret'], [null]])('if verify is %o', (verify) => {
    expect(() => Reflect.apply(createWebhookHandler, undefined, [{ verify }])).toThrow(
      "`verify` must be a list with at least one guard, or 'none'",
    );
  });

  test('a request of Node.js is rejected, and the error says what to do', async () => {
    const { handle } = receiver();
    const nodes = { method: 'POST', headers: {}, url: '/' };
    await expect(Reflect.apply(handle, undefined, [nodes])).rejects.toThrow(
      'use toNodeListener, or in Hono c.req.raw',
    );
  });
});
