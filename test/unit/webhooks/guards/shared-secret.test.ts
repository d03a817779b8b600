import { inspect } from 'node:util';
import fc from 'fast-check';
import { type SharedSecretOptions, sharedSecret, WebhookVerificationError } from 'outlet-open-api/webhooks';
import { describe, expect, test } from 'vitest';
import { rejection } from '../../../support/services/scripted-service.js';
import { delivery, receiver } from '../deliveries.js';

const at = (url: string, headers: Record<string, string> = {}) =>
  new Request(url, { method: 'POST', headers });

/** The decision of a guard: allowed, or the reason for the rejection. */
async function verdict(options: SharedSecretOptions, request: Request): Promise<string> {
  const result = sharedSecret(options)(request, {});
  const error = await Promise.resolve(result).then(
    () => undefined,
    (reason) => reason,
  );
  if (error === undefined) return 'in';
  return error instanceof WebhookVerificationError ? error.reason : `threw ${error}`;
}

describe('the secret is found', () => {
  const query = { query: 'secret', value: 'a b/c-0123456789' };
  const header = { header: 'X-Hook-Secret', value: 's-0123456789abcd' };
  const path = { path: '/hooks/:secret', value: 'a b/ü-0123456789' };
  const outlets = { path: '/hooks/:outlet/in/:secret/', value: 's-0123456789abcd' };
  test.each<[string, SharedSecretOptions, Request, string]>([
    ['in the query', query, at('https://a.example/?secret=a%20b%2Fc-0123456789'), 'in'],
    [
      'in the query, the first of several',
      query,
      at('https://a.example/?secret=a+b/c-0123456789&secret=x'),
      'in',
    ],
    ['not in the query', query, at('https://a.example/?Secret=a+b/c-0123456789'), 'missing-secret'],
    ['nor in the path instead', query, at('https://a.example/a%20b%2Fc-0123456789'), 'missing-secret'],
    [
      'in a header, whatever its case',
      header,
      at('https://a.example/', { 'x-hook-secret': 's-0123456789abcd' }),
      'in',
    ],
    ['not in a header', header, at('https://a.example/?X-Hook-Secret=s-0123456789abcd'), 'missing-secret'],
    ['in the path', path, at('https://a.example/hooks/a%20b%2F%C3%BC-0123456789'), 'in'],
    [
      'in the path, with a slash at the end',
      path,
      at('https://a.example/hooks/a%20b%2F%C3%BC-0123456789/?x=1'),
      'in',
    ],
    ['not in another path', path, at('https://a.example/hook/a%20b%2F%C3%BC-0123456789'), 'missing-secret'],
    [
      'not in a longer path',
      path,
      at('https://a.example/hooks/a%20b%2F%C3%BC-0123456789/x'),
      'missing-secret',
    ],
    ['not in a shorter path', path, at('https://a.example/hooks'), 'missing-secret'],
    ['not if it is empty', path, at('https://a.example/hooks/'), 'missing-secret'],
    ['not in a segment that cannot be decoded', path, at('https://a.example/hooks/%E0%A4%A'), 'wrong-secret'],
    ['behind other parameters', outlets, at('https://a.example/hooks/north/in/s-0123456789abcd'), 'in'],
    ['not if those are empty', outlets, at('https://a.example/hooks//in/s-0123456789abcd'), 'missing-secret'],
    [
      'not instead of those',
      outlets,
      at('https://a.example/hooks/s-0123456789abcd/in/north'),
      'wrong-secret',
    ],
  ])('%s', async (_, options, request, expected) => {
    expect(await verdict(options, request)).toBe(expected);
  });
});

test('only the exact secret is accepted, of any text §auth.10', async () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 16, maxLength: 80 })
    .filter((value) => value.isWellFormed() && value.trim() === value);
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 3 }),
      text,
      fc.nat(2),
      async (values, other, nth) => {
        const given = nth < values.length ? values[nth] : other;
        const url = new URL('https://a.example/');
        url.searchParams.set('key', given ?? '');
        const expected = values.includes(given ?? '') ? 'in' : 'wrong-secret';
        expect(await verdict({ query: 'key', value: values }, at(url.href))).toBe(expected);
      },
    ),
  );
});

test('during rotation both secrets are accepted, and a missing one accepts nothing', async () => {
  const value = ['new-0123456789ab', undefined, 'old-0123456789ab'];
  const verdicts = ['new-0123456789ab', 'old-0123456789ab', 'undefined', ''].map((given) =>
    verdict({ query: 'key', value }, at(`https://a.example/?key=${given}`)),
  );
  expect(await Promise.all(verdicts)).toEqual(['in', 'in', 'wrong-secret', 'wrong-secret']);
});

describe('a function returns the secrets of a delivery', () => {
  const urlOf = (outletRef: string, secret: string) => `https://a.example/hooks/${outletRef}/${secret}`;
  const outletRefOf = (request: Request) => new URL(request.url).pathname.split('/')[2];
  /** Receives a delivery, and returns its status and the names of the errors. */
  async function received(value: unknown, url: string) {
    const guard = Reflect.apply(sharedSecret, undefined, [{ path: '/hooks/:outlet/:secret', value }]);
    const { handle, errors } = receiver({ verify: [guard] });
    const { status } = await handle(delivery(undefined, url));
    return [status, ...errors.map(({ error }) => Object(error).reason ?? Object(error).message)];
  }

  test('each outlet has its own, also during a rotation', async () => {
    const secrets = new Map([
      ['bistro', ['new-bistro-0123456', undefined, 'old-bistro-0123456']],
      ['bakery', ['new-bakery-0123456', 'old-bakery-0123456']],
    ]);
    const value = async (request: Request) => secrets.get(outletRefOf(request) ?? '');
    expect(await received(value, urlOf('bistro', 'new-bistro-0123456'))).toEqual([200]);
    expect(await received(value, urlOf('bistro', 'old-bistro-0123456'))).toEqual([200]);
    expect(await received(value, urlOf('bistro', 'new-bakery-0123456'))).toEqual([401, 'wrong-secret']);
    expect(await received(value, urlOf('unknown', 'new-bakery-0123456'))).toEqual([401, 'wrong-secret']);
    expect(await received(value, urlOf('bistro', ''))).toEqual([401, 'missing-secret']);
  });

  const prefix = 'The secret of the delivery was not checked: `value()`';
  const missing = `${prefix} is missing: pass the secret, and check that its environment variable is set.`;
  const invalid = `${prefix} must have at least 16 characters, without white space around them.`;
  test.each([
    [[], missing],
    [[undefined], missing],
    ['', invalid],
    [['s-0123456789abcd', ''], invalid],
    [' s-0123456789abcd', invalid],
    ['fifteen letters', invalid],
    ['undefined', `${prefix} is the text undefined or null: set the variable that it comes from.`],
    [null, invalid],
    [7, invalid],
  ])('%o is an error, and the API delivers again', async (returned, message) => {
    for (const secret of ['s', 'undefined', 'null', '7', '%20s'])
      expect(await received(() => returned, urlOf('bistro', secret))).toEqual([503, message]);
  });

  test('its error is reported, and the API delivers again', async () => {
    const fail = () => Promise.reject(new Error('no database'));
    expect(await received(fail, urlOf('bistro', 's'))).toEqual([503, 'no database']);
  });
});

test('neither the expected nor a wrong secret is in an error, a log line or the handler itself', async () => {
  const verify = [
    sharedSecret({ path: '/hooks/:secret', value: ['right-one-0123456', 'older-one-0123456'] }),
  ];
  const loud = receiver({ verify });
  const quiet = receiver({ verify, onError: undefined });
  for (const { handle } of [loud, quiet]) {
    await handle(delivery(undefined, 'https://a.example/hooks/wrong-one-0123456'));
    await handle(delivery(undefined, 'https://a.example/wrong-one-0123456'));
    await handle(delivery('{', 'https://a.example/hooks/right-one-0123456'));
  }
  expect(loud.errors).toHaveLength(3);
  const seen = inspect({ verify, loud, quiet }, { depth: 20, showHidden: true });
  for (const secret of ['right-one-0123456', 'older-one-0123456', 'wrong-one-0123456'])
    expect(seen).not.toContain(secret);
});

test('the error says what to check', async () => {
  const guard = sharedSecret({ query: 'key', value: 'right-one-0123456' });
  const error = await rejection(Promise.resolve(guard(at('https://a.example/'), {})));
  expect(error).toMatchObject({
    name: 'WebhookVerificationError',
    message:
      'The delivery has no secret. It is forged, or arrives in another form than sharedSecret expects: check the webhook URL of the key, and your proxies.',
  });
});

describe('options are rejected', () => {
  const place = ': needs exactly one of query, header, and path, such as /hooks/:secret';
  const value = '`value` must have at least 16 characters, without white space around them';
  const valid = 'sixteen-letters!';
  const missing = '`value` is missing: pass the secret, and check that its environment variable is set';
  test.each([
    [{ value: valid }, place],
    [{ query: 'secret', value: `"${valid}"` }, '`value` is in quotes: remove them'],
    [
      { query: 'secret', value: ['<WEBHOOK_SECRET>'] },
      '`value` is a placeholder: replace it with the secret',
    ],
    [{ query: 'a', header: 'b', value: valid }, place],
    [{ query: '', value: valid }, place],
    [{ query: 7, value: valid }, place],
    [{ header: 'no header', value: valid }, place],
    [{ path: '/hooks', value: valid }, place],
    [{ path: 'hooks/:secret', value: valid }, place],
    [{ path: '//evil.example/:secret', value: valid }, place],
    [{ path: '/hooks/:secrets', value: valid }, place],
    [{ query: 'a' }, missing],
    [{ query: 'a', value: '' }, value],
    [{ query: 'a', value: [] }, missing],
    [{ query: 'a', value: [undefined] }, missing],
    [{ query: 'a', value: [valid, ''] }, value],
    [{ query: 'a', value: `${valid}\n` }, value],
    [{ query: 'a', value: valid.slice(1) }, value],
    [{ query: 'a', value: `${undefined}` }, '`value` is the text undefined or null'],
    [{ query: 'a', value: [valid, 7] }, value],
  ])('%o', (options, problem) => {
    expect(() => Reflect.apply(sharedSecret, undefined, [options])).toThrow(problem);
  });
});
