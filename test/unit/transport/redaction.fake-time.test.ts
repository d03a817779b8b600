import { inspect } from 'node:util';
import fc from 'fast-check';
import { ApiError, type OutletClient, type OutletClientOptions, OutletError } from 'outlet-open-api';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  hang,
  json,
  rejection,
  type Step,
  scriptedService,
  text,
} from '../../support/services/scripted-service.js';

beforeEach(() => void vi.useFakeTimers());

const token = 'opaque-0123456789-abcdefgh';
const newToken = 'new-0123456789-abcdefgh';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
/** Secrets that are recognized by their shape. */
const shaped = [jwt, 'someone.else+1@mail.example', '+33 (1) 23-45-67-89'];
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

const personalFields = ['customerName', 'firstName', 'lastName', 'email', 'phoneNumber', 'note', 'search'];
/** The personal fields of a request. */
type Guest = Record<string, string>;

const create = ({ orders }: OutletClient, { search, ...fields }: Guest) =>
  orders.import({ externalOrderSource: 'pos' }, { query: { search }, extraBody: { guests: [fields] } });
const list = ({ actionLogs }: OutletClient, guest: Guest) =>
  actionLogs.list(range, { query: guest }).toArray();

/** A way in which a call can fail, with secrets wherever the API or the caller's functions can put them. */
interface Failure {
  readonly steps?: readonly Step[];
  readonly options?: OutletClientOptions;
  readonly call?: (outlet: OutletClient, guest: Guest) => PromiseLike<unknown>;
}

const echo = (status: number, secrets: readonly string[]) => {
  const message = `Bad: ${secrets.join(' / ')}`;
  const deep = [secrets, { input: JSON.stringify({ secrets }) }];
  const errors = [...secrets, { path: 'note', message }, { items: [{ note: deep }] }];
  return json({ code: status, message, errors }, status, {
    location: `https://other.example/?token=${token}`,
    via: `${token} ${shaped.join()}`,
    'x-gateway': shaped.join(),
  });
};
const faultWith = (secrets: readonly string[]) => {
  const text = secrets.join(' ');
  const request = { headers: { authorization: `Bearer ${token}` } };
  return Object.assign(new Error(text, { cause: new Error(text) }), { code: text, name: text, request });
};

const failures: Record<string, (secrets: readonly string[]) => Failure> = {
  ...Object.fromEntries(
    [302, 400, 401, 403, 404, 409, 413, 418, 429, 500].map((status) => [
      `status ${status}`,
      (secrets: readonly string[]) => ({ steps: [echo(status, secrets)], options: { maxRetries: 0 } }),
    ]),
  ),
  'a retried 500': (secrets) => ({ steps: [echo(500, secrets)] }),
  'a deadline after a 500': (secrets) => ({ steps: [echo(500, secrets)], options: { deadline: 200 } }),
  'a 401 and a new token': (secrets) => ({
    steps: [echo(401, [...secrets, newToken])],
    options: { accessToken: vi.fn().mockReturnValueOnce(token).mockReturnValue(newToken) },
  }),
  'a 400 to a list': (secrets) => ({ steps: [echo(400, secrets)], call: list }),
  'a repeated cursor': (secrets) => ({ steps: [json({ data: [], next: secrets.join(' ') })], call: list }),
  'a body that is not JSON': (secrets) => ({ steps: [text(secrets.join(' '), 200, `text/${token}`)] }),
  'a body that is not an object': (secrets) => ({ steps: [json(secrets)] }),
  'a strict mismatch': (secrets) => ({
    steps: [json({ id: 7, items: [{ customerName: secrets }] })],
    options: { responseValidation: 'strict' },
  }),
  'a lost connection': (secrets) => ({ steps: [faultWith(secrets)] }),
  'a fetch that throws an object': (secrets) => ({
    steps: [() => Promise.reject({ token, message: secrets.join(' ') })],
  }),
  'a timeout': () => ({ steps: [hang], options: { timeout: 100 } }),
  'a token function that fails': () => ({
    options: { accessToken: () => Promise.reject(faultWith(shaped)) },
  }),
  'a token function that returns no token': () => ({ options: { accessToken: () => `Bearer ${token}` } }),
  'a rate limiter that fails': (secrets) => ({
    options: { rateLimit: { take: () => Promise.reject(faultWith(secrets)), state: () => expect.fail() } },
  }),
  'invalid input': () => ({
    call: ({ orders }, { note, search }) =>
      orders.import(JSON.parse('{}'), {
        query: { search, [shaped.join()]: Number.NaN },
        extraBody: { note, [jwt]: Number.NaN },
        headers: { [token]: `Bearer ${token}\n`, host: note },
        idempotencyKey: token,
      }),
  }),
  'invalid options': () => ({
    call: async (outlet) => outlet.withOptions({ accessToken: ` ${token}`, baseUrl: `ftp://${jwt}` }),
  }),
};

/** Returns everything that a person or a log can see of a value. */
function visible(value: unknown): string {
  const causes: unknown[] = [];
  for (let link = value; link instanceof Error; link = link.cause) causes.push(String(link), link.stack);
  const fields = value instanceof ApiError ? [[...value.headers], value.fieldErrors] : [];
  const inspected = inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true });
  return [inspected, JSON.stringify([value, fields]), ...causes].join('\n');
}

/** White space, quotes and anything else. */
const anyText = fc.string({
  unit: fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), fc.constantFrom(...' ü🍜"\'\\\n')),
});
/** No value is part of an error by chance, or part of another value. */
const guests = fc
  .array(anyText, { minLength: personalFields.length, maxLength: personalFields.length })
  .map(
    (texts): Guest =>
      Object.fromEntries(texts.map((text, index) => [personalFields[index], `Z${index}q${text}x${index}Q`])),
  );

describe('no error, log line or hook contains a secret', () => {
  test.each(Object.entries(failures))('after %s', async (name, failureWith) => {
    await fc.assert(
      fc.asyncProperty(guests, async (guest) => {
        const values = Object.values(guest).flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
        const secrets = [token, ...shaped, ...values];
        const { steps = [], options, call = create } = failureWith(secrets);
        const events: unknown[] = [];
        const log = (...event: unknown[]) => events.push(event);
        const outlet = clientOf(scriptedService(...steps), {
          // Many runs share the token of this file.
          outage: false,
          accessToken: token,
          rateLimit: false,
          maxRetries: 1,
          logger: { debug: log, info: log, warn: log, error: log },
          logLevel: 'debug',
          hooks: { onAttempt: log, onAttemptEnd: log, onSchemaMismatch: log },
          ...options,
        });
        const error = await rejection(finished(Promise.resolve().then(() => call(outlet, guest))));
        expect(error instanceof OutletError).toBe(true);
        const output = visible(error) + inspect(events, { depth: Number.POSITIVE_INFINITY });
        const forms = [...secrets, newToken].flatMap((secret) => [secret, inspect(secret).slice(1, -1)]);
        expect(forms.filter((form) => output.includes(form))).toEqual([]);
      }),
      // The statuses share their code.
      { numRuns: name.startsWith('status') ? 3 : 8 },
    );
  });
});

/** Returns the redacted `errors` and message of a call whose request has these fields and whose response has this text. */
async function echoed(fields: object, message: string): Promise<{ message: string; errors: unknown }> {
  const outlet = clientOf(scriptedService(json({ code: 400, errors: [message], message }, 400)), {
    rateLimit: false,
  });
  const error = await rejection(outlet.orders.import({ externalOrderSource: 'pos', ...fields }));
  return error instanceof ApiError ? error : expect.fail('It is not an ApiError');
}

describe('redaction', () => {
  test.each([
    ['whole words only', 'Ann', 'Ann, JoAnn, Annex', '[redacted], JoAnn, Annex'],
    ['no parts of decomposed words', 'Jose', 'Jose\u0301, Jose', 'Jose\u0301, [redacted]'],
    ['values of 3 characters', 'Leo', 'Leo is late', '[redacted] is late'],
    ['Thai names in a sentence', 'สมศรี', 'คุณสมศรีไม่พบ', 'คุณ[redacted]ไม่พบ'],
    ['Thai names before a mark', 'มานะ', 'มานะ์', '[redacted]์'],
    ['Chinese names of 2 characters', '王伟', '客人王伟不存在', '客人[redacted]不存在'],
    ['rare Chinese names', '𠮷田', '𠮷田様', '[redacted]様'],
    ['no Chinese values of 1 character', '王', '王伟', '王伟'],
    ['Japanese names with a long vowel', 'マリー', 'お客様マリーさん', 'お客様[redacted]さん'],
    ['Korean names with a particle', '김철수', '김철수님은 없습니다', '[redacted]님은 없습니다'],
    [
      'Latin names in text without spaces',
      'Ann',
      '客人Ann不存在, 客人Annex',
      '客人[redacted]不存在, 客人Annex',
    ],
    ['names next to Latin text', '王伟', 'guest王伟2', 'guest[redacted]2'],
    ['several words without spaces around them', '王 伟', '客人王 伟不存在', '客人[redacted]不存在'],
    ['no values of 2 characters', ' Bo ', 'Bo is late', 'Bo is late'],
    ['a word in its own case only', 'Will', 'Will will come', '[redacted] will come'],
    ['several words in any case', 'Will May', 'will may, WILL MAY', '[redacted], [redacted]'],
    ['words that begin inside another match', 'An An', 'xAn An An', 'xAn [redacted]'],
    ['no parts of several words', 'Will May', 'Payment may not exceed 5', 'Payment may not exceed 5'],
    ['JSON-escaped values', 'a "b"\nc', 'got "a \\"b\\"\\nc"', 'got "[redacted]"'],
    ['email addresses', '', 'of <ann.o+1@mail.example>, seen', 'of <[redacted]>, seen'],
    ['email addresses with a name in them', 'Ann', 'of jo@Ann.example, Ann', 'of [redacted], [redacted]'],
    ['percent-encoded email addresses', '', '?q=ann%40mail.example&a=1', '?q=[redacted]&a=1'],
    ['phone numbers', '', 'call +49 (170) 555-0199 now', 'call [redacted] now'],
    ['phone numbers in URLs', '', '<tel:+491705550199>', '<tel:[redacted]>'],
    ['JSON Web Tokens', '', `${jwt} was revoked`, '[redacted] was revoked'],
    [
      'no time offsets and no sums',
      '',
      'at 2026-01-01T00:00:00+02:00, 1+1, +5 %',
      'at 2026-01-01T00:00:00+02:00, 1+1, +5 %',
    ],
  ])('hides %s', async (_, customerName, message, shown) => {
    const error = await echoed({ customerName }, message);
    expect(error.errors).toEqual([shown]);
    expect(error.message).toContain(`failed with 400: ${shown}`);
  });

  test('hides a full name whose parts are one character each', async () => {
    const service = scriptedService(json({ message: '客人王伟, 王 伟' }, 400));
    const partnerReservationInfo = { partnerName: 'p', reservationId: 'r', firstName: '伟', lastName: '王' };
    const body = { channelId: 'c-1', guestCount: 2, partnerReservationInfo };
    const error = await rejection(clientOf(service).reservations.create(body));
    expect(error).toHaveProperty('message', expect.stringContaining('客人[redacted], [redacted].'));
  });

  test.each([
    ['token', 'access_token is missing', 'access_token is missing'],
    ['abcdefghijklmno', 'Xabcdefghijklmno', 'Xabcdefghijklmno'],
    ['abcdefghijklmno', 'token abcdefghijklmno-', 'token [redacted]-'],
    ['abcdefghijklmnop', 'Xabcdefghijklmnop', 'X[redacted]'],
  ])(
    'hides a token of less than 16 characters as a whole word only: %s in %s',
    async (accessToken, message, shown) => {
      const service = scriptedService(json({ message }, 400));
      const error = await rejection(clientOf(service, { accessToken }).orders.get('o-1'));
      expect(error).toHaveProperty('message', expect.stringContaining(`failed with 400: ${shown}.`));
    },
  );

  test('hides the longest value if one contains another', async () => {
    const guest = { firstName: 'Ada', customerName: 'Ada Lovelace' };
    expect(await echoed(guest, 'Ada Lovelace is blocked')).toHaveProperty('errors', [
      '[redacted] is blocked',
    ]);
  });

  test('hides values in any depth of the request, but not those of other fields', async () => {
    const fields = { table: 'T-17', items: [{ deep: { note: 'no onions' } }] };
    const { errors } = await echoed(fields, 'T-17: no onions');
    expect(errors).toEqual(['T-17: [redacted]']);
  });

  test('shows a message in one line, without characters that control a terminal', async () => {
    const message = 'No\r\n\u001b[2Jsuch\u009b\u202e item';
    const service = scriptedService(json({ message, code: 404 }, 404, { 'x-request-id': 'r\u009b1' }));
    const error = await rejection(clientOf(service).orders.get('o-1'));
    expect(Object(error).message).toContain('failed with 404: No \ufffd[2Jsuch\ufffd\ufffd item.');
    expect(Object(error).requestId).toBe('r\ufffd1');
  });

  test('hides values with line breaks, and values that a line break interrupts', async () => {
    const guest = { note: 'no\nonions', customerName: 'Ada Lovelace' };
    const error = await echoed(guest, 'not: "no\nonions" of Ada\nLovelace');
    expect(Object(error).message).toContain('not: "[redacted]" of [redacted].');
  });

  test('hides tokens in keys and in the paths of fields', async () => {
    const errors = { [token]: 'x', [`a.${jwt}`]: 'x', list: [{ path: `items.${token}`, message: 'x' }] };
    const places = [
      { loc: ['body', token], msg: 'x' },
      { path: { note: shaped[1] }, message: 'x' },
    ];
    const service = scriptedService(json({ errors: { ...errors, places }, message: 'no' }, 400));
    const error = await rejection(clientOf(service, { accessToken: token }).orders.get('o-1'));
    expect(Object(error).fieldErrors).toMatchObject({ '[redacted]': ['x'], 'a.[redacted]': ['x'] });
    for (const secret of [token, jwt, shaped[1]])
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(secret);
  });

  test.each([
    ['an order without an ID', { [token]: 1 }, ({ orders }: OutletClient) => orders.get('o-1')],
    [
      'lists that the client cannot choose from',
      { [token]: [{}], b: [{}] },
      (outlet: OutletClient) => list(outlet, {}),
    ],
    [
      'integers that JavaScript changes',
      { id: 'o-1', [token]: 2 ** 60 },
      ({ orders }: OutletClient) => orders.get('o-1'),
    ],
  ])('hides a token in the names of fields of %s', async (_, body, call) => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const outlet = clientOf(scriptedService(json(body)), { accessToken: token, logger, logLevel: 'warn' });
    const ended = await finished(call(outlet).then(String, String));
    const said = ended + logger.warn.mock.calls.flat().join();
    expect(said).toContain('[redacted]');
    expect(said).not.toContain(token);
  });

  test('hides a token in the names of headers and in the host of a redirect', async () => {
    const headers = { [`x-${token}`]: '1', location: `https://${token}.example/` };
    const service = scriptedService(json({}, 404, headers));
    const error = await rejection(clientOf(service, { accessToken: token }).orders.get('o-1'));
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(token);
  });

  test('hides a personal value that the API repeats as a number', async () => {
    const service = scriptedService(json({ errors: { phoneNumber: 4917012345678, max: 3 } }, 400));
    const changes = { partnerReservationInfo: { phoneNumber: '4917012345678' } };
    const call = clientOf(service).orders.import({ externalOrderSource: 'pos' }, { extraBody: changes });
    expect(await rejection(call)).toMatchObject({ errors: { phoneNumber: '[redacted]', max: 3 } });
  });

  test('changes neither keys nor the paths of fields, even if they are values of the request', async () => {
    const errors = [{ path: 'items[0].note', message: 'note' }, { note: ['note'] }];
    const service = scriptedService(json({ errors, message: 'no' }, 400));
    const error = await rejection(
      clientOf(service).orders.import({ externalOrderSource: 'pos' }, { extraBody: { note: 'note' } }),
    );
    expect(error).toMatchObject({
      errors: [{ path: 'items[0].note', message: '[redacted]' }, { note: ['[redacted]'] }],
      fieldErrors: { 'items[0].note': ['[redacted]'], note: ['[redacted]'] },
    });
  });

  test('cuts a long message after it was redacted', async () => {
    const { message } = await echoed({ customerName: 'Annabel' }, `${'x'.repeat(996)} Annabel`);
    expect(message).toContain(` ${'x'.repeat(996)} [re…. Fix`);
  });

  test('shows request and trace ids, and hides unknown headers', async () => {
    const ids = { 'cf-ray': '8f2', 'x-correlation-id': 'c-1', 'x-request-id': 'r-1' };
    const response = json({}, 404, { ...ids, 'x-customer': 'c-17', 'set-cookie': 's=1' });
    const error = await rejection(clientOf(scriptedService(response)).orders.get('o-1'));
    const shown = error instanceof ApiError ? Object.fromEntries(error.headers) : {};
    expect(shown).toMatchObject({ ...ids, 'x-customer': '[redacted]', 'set-cookie': '[redacted]' });
  });
});

test('a client and its calls show no token and no personal data', async () => {
  const outlet = clientOf(scriptedService(json({ data: [] })), { accessToken: token });
  const note = 'no onions';
  const call = outlet.orders.import({ externalOrderSource: 'pos' }, { extraBody: { note } });
  const logs = outlet.actionLogs.list({ ...range, search: note });
  for (const value of [outlet, call, logs, await finished(logs.firstPage())]) {
    expect(visible(value)).not.toContain(token);
    expect(visible(value)).not.toContain(note);
  }
  await finished(call);
});

describe('an encoded value of the query', () => {
  const search = '+49 151 Straße';
  const encoded = [encodeURIComponent(search), new URLSearchParams({ search }).toString().slice(7)];

  test.each<[string, (url: URL) => Error | Response]>([
    ['the fetch of Deno', ({ href }) => new TypeError(`error sending request for url (${href}): closed`)],
    ['node-fetch', ({ href }) => new Error(`request to ${href} failed, reason: socket hang up`)],
    ['a 404', ({ pathname, search }) => json({ message: `Cannot GET ${pathname}${search}` }, 404)],
    ['a 404 of a proxy', ({ search }) => json({ message: `No route: /action-logs${search}` }, 404)],
    ['a 400 with the value alone', () => json({ message: `Bad search ${encoded.join(' or ')}` }, 400)],
  ])('is not shown in an error of %s', async (_, respond) => {
    const service = scriptedService(({ url }) => {
      const answer = respond(url);
      return answer instanceof Error ? Promise.reject(answer) : answer;
    });
    const list = clientOf(service, { maxRetries: 0 }).actionLogs.list({ ...range, search });
    const error = await rejection(finished(list.toArray()));
    expect(visible(error)).not.toMatch(/151|%2B49|Stra/);
    expect(String(error)).toContain('/orders/action-logs');
  });
});

test('JSON.stringify shows the name and the message of an error', async () => {
  const error = await rejection(clientOf(scriptedService(json({ message: 'No' }, 404))).orders.get('o-1'));
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: 'NotFoundError',
    message: expect.stringContaining('GET /orders/{orderId} failed with 404: No.'),
    status: 404,
    outcome: 'rejected',
  });
});
