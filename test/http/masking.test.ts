import fc from 'fast-check';
import { ApiError } from 'outlet-open-api';
import { describe, expect, test } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../scripted-service.js';

describe('masking', () => {
  async function errorsOf(errors: unknown, name: string): Promise<unknown> {
    const outlet = clientOf(scriptedService(json({ errors, message: 'no' }, 400)), { rateLimit: false });
    const error = await rejection(outlet.orders.import({ externalOrderSource: 'pos', customerName: name }));
    return error instanceof Error && 'errors' in error ? error.errors : undefined;
  }

  test.each([
    [
      'whole words',
      'Ann',
      { message: 'Ann and Joann, annual Annex' },
      { message: '[masked] and Joann, annual Annex' },
    ],
    ['whatever their case', 'Ann', ['ANN', 'ann!'], ['[masked]', '[masked]!']],
    [
      'short values only where they are all',
      'Al',
      ['Al', 'Al is gone', 'All'],
      ['[masked]', 'Al is gone', 'All'],
    ],
    ['no words of messages', 'Items', { items: ['the items'] }, { items: ['the items'] }],
    [
      'values, not paths',
      'search',
      [{ path: 'search', message: 'search' }],
      [{ path: 'search', message: '[masked]' }],
    ],
    ['numbers', '4917055501', { value: 4917055501, other: 17 }, { value: '[masked]', other: 17 }],
    ['nothing else', 'Ann', [null, true, 'fine', { deep: ['ok'] }], [null, true, 'fine', { deep: ['ok'] }]],
  ])('hides %s', async (_, name, echoed, masked) => {
    expect(await errorsOf(echoed, name)).toEqual(masked);
  });

  test.each([
    [
      'the wrong value',
      [{ field: 'id', message: 'is wrong', value: 'Ann', got: { size: 3 } }],
      [{ field: 'id', message: 'is wrong', value: '[masked]', got: { size: '[masked]' } }],
    ],
    ['no rule', [{ path: ['items', 0], code: 'too_big', maximum: 9, message: 'at most 9' }], undefined],
    ['no map of fields', { items: [{}, { quantity: 'must be positive' }], total: 17 }, undefined],
    ['no rule by its name', [{ property: 'to', constraints: { isAfter: 'must be after from' } }], undefined],
    [
      'a place that is none',
      [{ path: 'ann@mail.example', message: 'no' }],
      [{ path: '[masked]', message: 'no' }],
    ],
    [
      'nothing, however deep',
      [{ field: 'to', message: 'no', value: [null, true, ['x']] }],
      [{ field: 'to', message: 'no', value: [null, true, ['[masked]']] }],
    ],
  ])('hides in a finding %s', async (_, sent, masked) => {
    expect(await errorsOf(sent, 'Nobody')).toEqual(masked ?? sent);
  });

  test.each([
    ['e-mail addresses', 'of ann.o+1@mail.example, seen', 'of [masked], seen'],
    ['encoded e-mail addresses', '?q=ann%40mail.example&a=1', '?q=[masked]&a=1'],
    ['telephone numbers', 'call +49 (170) 555-0199 now', 'call [masked] now'],
    ['tokens', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln was revoked', '[masked] was revoked'],
    ['bearers', 'authorization: bearer abc-123', 'authorization: bearer [masked]'],
    ['no instants and no sums', 'after 2026-01-01T00:00:00+02:00, 1+1, +5 %', undefined],
  ])('knows what the request did not carry by its form: %s', async (_, sent, masked) => {
    expect(await errorsOf([sent], 'Nobody')).toEqual([masked ?? sent]);
  });

  test('is cut where it is long, after it was masked', async () => {
    const message = `${'x'.repeat(996)} Annabel`;
    const outlet = clientOf(scriptedService(json({ message }, 400)));
    const order = { externalOrderSource: 'pos', customerName: 'Annabel' };
    const error = await rejection(outlet.orders.import(order));
    expect(error).toHaveProperty('message', expect.stringMatching(/ x{996} \[ma…\. Correct/));
  });

  test.each([
    ['channelId', 'c-17', true],
    ['number', '2026-0017', true],
    ['channelId', 'ann@mail.example', false],
    ['partnerChannel', '+491705550199', false],
    ['waiter', 'Bernadette', false],
  ])(
    'shows what a documented field names, and nothing else: %s %s is shown: %s',
    async (field, value, isShown) => {
      const outlet = clientOf(scriptedService(json({ message: `<${value}> is not known` }, 400)));
      const error = await rejection(outlet.orders.import({ externalOrderSource: 'pos', [field]: value }));
      expect(String(error).includes(value)).toBe(isShown);
    },
  );

  test.each([
    ['quotes', '%22ann%40example.com%22', '%22[masked]%22'],
    ['a query', 'search%3DAnnabel&next=1', 'search%3D[masked]&next=1'],
    ['an address within an address', '%3Fto%3D%2522ann%2540example.com%2522', '%3Fto%3D%2522[masked]%2522'],
    ['an address within an address, begun', 'q%253DAnnabel%2526', 'q%253D[masked]%2526'],
    ['nothing of it', '%22Annabella%22 %3DJoannabel', '%22Annabella%22 %3DJoannabel'],
  ])('finds what is percent-encoded: in %s', async (_, echoed, masked) => {
    const address = 'https://pos.example/login?';
    const redirect = json({ message: `Go to ${address}${echoed}` }, 302, { via: address + echoed });
    const outlet = clientOf(scriptedService(redirect));
    const guest = { customerName: 'Annabel', email: 'ann@example.com' };
    const error = await rejection(outlet.orders.import({ externalOrderSource: 'pos', ...guest }));
    if (!(error instanceof ApiError)) expect.fail('It was no ApiError');
    expect(error.message).toContain(`Go to ${address}${masked}`);
    expect(error.headers.get('via')).toBe(address + masked);
  });

  test('leaves a message that can be read, whatever ordinary words and numbers the request holds', async () => {
    const menuItems = [
      { name: 'The Must', price: 100, size: 'positive' },
      { name: 'Items', price: 10000, id: 'item-2' },
    ];
    const errors = [
      'menu.items[5].price must be at most 10000',
      'lastName is required',
      'size must be positive',
    ];
    const outlet = clientOf(scriptedService(json({ errors }, 400)));
    expect(await rejection(outlet.baseMenus.create({ menuItems }))).toHaveProperty('errors', errors);
  });

  test.each([
    ['names in scripts without spaces', '王小明', '客户王小明的名字无效', '客户[masked]的名字无效'],
    ['names of two such characters', '王伟', 'customer 王伟 is blocked', 'customer [masked] is blocked'],
    ['one of several names', 'Ada Lovelace', 'guest Lovelace is blocked', 'guest [masked] is blocked'],
    [
      'what is escaped for markup',
      "Ada O'Brien",
      'no O&#39;Brien? Ada O&#39;Brien!',
      'no O&#39;[masked]? [masked]!',
    ],
    ['other white space', 'Ada  von  Bülow', 'Ada von Bülow is here', '[masked] is here'],
    ['decomposed letters', 'Zoë', 'Zoe\u0308 is here', '[masked] is here'],
    ['escapes of JSON', 'José', 'Jos\\u00e9 is here', '[masked] is here'],
    [
      'telephone numbers in other forms',
      '(415) 555-1234',
      'call 4155551234 or 415.555.1234',
      'call [masked] or [masked]',
    ],
    [
      'the beginning of a long text',
      'call me at the back door, please',
      'too long: call me at the ba…',
      'too long: [masked]…',
    ],
  ])('hides %s', async (_, name, sent, masked) => {
    expect(await errorsOf([sent], name)).toEqual([masked]);
  });

  test('hides what stands in keys, of the request and of the answer', async () => {
    const errors = [
      { 'Ada Lovelace': ['bad'], items: ['fine'] },
      { message: 'no', seats: { 'Ada Lovelace': 2, 'ada@mail.example': { size: 1 } } },
      { path: 'seats.Ada Lovelace', message: 'Ada Lovelace has no seat' },
    ];
    const outlet = clientOf(scriptedService(json({ errors, message: 'no' }, 400)));
    const body = { externalOrderSource: 'pos', seats: { 'Ada Lovelace': 2 } };
    const error = await rejection(outlet.orders.import(body));
    expect(error).toHaveProperty('errors', [
      { '[masked]': ['bad'], items: ['fine'] },
      { message: 'no', seats: { '[masked]': { size: '[masked]' } } },
      { path: 'seats.[masked]', message: '[masked] has no seat' },
    ]);
  });

  test.each([
    ['in an address', (token: string) => encodeURIComponent(token)],
    ['in base64', (token: string) => btoa(token)],
    ['in markup', (token: string) => token.replaceAll('+', '&#43;')],
    ['in lower case', (token: string) => token.toLowerCase()],
    ['cut', (token: string) => token.slice(0, 20)],
  ])('hides a token %s', async (_, written) => {
    const accessToken = 'tok_S3cr3tVa/lue+0123456789==x';
    const answer = json({ message: `bad <${written(accessToken)}>` }, 401);
    const error = await rejection(clientOf(scriptedService(answer), { accessToken }).orders.get('o-1'));
    expect(String(error)).toContain('bad <[masked]');
    expect(String(error)).not.toContain('S3cr3t');
  });

  test('takes no words of a token for names', async () => {
    const accessToken = 'abc_Burger-123456';
    const answer = json({ message: 'Burger is sold out' }, 400);
    const error = await rejection(clientOf(scriptedService(answer), { accessToken }).orders.get('o-1'));
    expect(String(error)).toContain('Burger is sold out');
  });

  test('takes no number of many digits for a code', async () => {
    const outlet = clientOf(scriptedService(json({ code: 4155551234, message: 'no' }, 400)));
    expect(await rejection(outlet.orders.get('o-1'))).toHaveProperty('code', 400);
  });

  test.each<[string, unknown]>([
    ['a place that is no text', [{ path: { toString: 1 }, message: 'x' }]],
    ['a place that is nested', [{ path: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)), message: 'x' }]],
  ])('stands %s', async (_, errors) => {
    const outlet = clientOf(scriptedService(json({ errors, message: 'no' }, 400)));
    expect(await rejection(outlet.orders.get('o-1'))).toBeInstanceOf(ApiError);
  });

  test.each<[string, (notes: readonly string[]) => object]>([
    ['digits without end', () => ({ message: `note 0 ${'25'.repeat(300_000)}` })],
    ['all of a large request', (notes) => ({ message: notes.join(' / ') })],
    [
      'a finding for each of its values',
      (notes) => ({ errors: notes.map((note) => ({ path: note, message: note })) }),
    ],
    [
      'a key for each of its values',
      (notes) => ({ errors: Object.fromEntries(notes.map((note) => [note, 1])) }),
    ],
  ])('does not look for long at %s', async (_, answerFor) => {
    const notes = Array.from({ length: 4_000 }, (_, index) => `note ${index} of somebody`);
    const outlet = clientOf(scriptedService(json(answerFor(notes), 400)));
    const begin = performance.now();
    await rejection(
      outlet.orders.import({ externalOrderSource: 'pos', items: notes.map((note) => ({ note })) }),
    );
    // Half a second at the most, where it took from seven seconds to half an hour.
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test('stands a request with many values', async () => {
    const menuItems = Array.from({ length: 20_000 }, (_, index) => ({ title: `Dish number ${index}` }));
    const outlet = clientOf(scriptedService(json({ message: 'Dish number 17 has no photo' }, 400)));
    const error = await rejection(outlet.baseMenus.create({ menuItems }));
    expect(error).toHaveProperty('message', expect.stringContaining('[masked] has no photo'));
  });

  test.each([
    ['no address', 'a'.repeat(300_000)],
    ['beginnings of tokens', 'eyJ-'.repeat(75_000)],
    ['nothing behind a bearer', `bearer${' '.repeat(300_000)}`],
  ])('does not look for long at %s', async (_, message) => {
    const outlet = clientOf(scriptedService(json({ message }, 400)));
    expect(await rejection(outlet.orders.get('o-1'))).toBeInstanceOf(ApiError);
  });

  test('hides what was sent, whatever becomes of the object that it was sent from', async () => {
    const guest = { customerName: 'Annabel', toJSON: () => ({ title: 'Lady Bracknell' }) };
    const order = { externalOrderSource: 'pos', note: 'Cecily', guest };
    const outlet = clientOf(scriptedService(json({ message: 'no Cecily, no Lady Bracknell' }, 400)));
    const call = outlet.orders.import(order);
    order.note = '';
    expect(await rejection(call)).toHaveProperty(
      'message',
      expect.stringContaining('no [masked], no [masked].'),
    );
  });

  test('stands any name', async () => {
    const names = fc
      .string({ unit: 'binary', minLength: 3 })
      .filter((name) => name.trim().length >= 3 && /[^a-z\d.-]/i.test(name.trim()));
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        expect(await errorsOf([`<< ${name.trim()} >>`], name)).toEqual(['<< [masked] >>']);
      }),
      { numRuns: 100 },
    );
  });
});
