import fc from 'fast-check';
import { anyCharacter } from '../../support/any-character.js';
import type { Step } from '../../support/services/scripted-service.js';
import { anyValue } from './given-values.js';

/** What a service or a custom `fetch` does with one request. Printed by its name. */
export interface Deed {
  readonly name: string;
  readonly step: Step;
}

const hostileKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'toJSON',
  'then',
  'id',
  'next',
  'data',
  'message',
  'path',
);
const key = fc.oneof(hostileKey, fc.string({ maxLength: 5 }));
const number = fc.constantFrom('1e308', '1e999', '-0', '0.1e-400', '12345678901234567890', '7');
const leaf = fc.oneof(
  number,
  fc.constantFrom('null', 'true', '""', '"order"', '"2026-01-01T00:00:00Z"', '"\\ud800"', '"__proto__"'),
  fc.string({ unit: anyCharacter, maxLength: 8 }).map((text) => JSON.stringify(text)),
);

/** JSON as text, because keys can be repeated and numbers can be invalid. */
const { value: anyJson } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4, depthSize: 'small' }, leaf, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }).map((parts) => `[${parts.join()}]`),
  object: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 4 })
    .map((fields) => `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`),
}));

/** Text that pollutes every prototype if fields are assigned and not defined. */
const pollution = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';

const cursor = fc.oneof(
  fc.constantFrom(
    '"c-1"',
    '"c-2"',
    '""',
    '" "',
    '"__proto__"',
    '"../x?a=b#c&cursor=d"',
    '0',
    'false',
    '[]',
    '{"next":"c"}',
  ),
  fc.constant(JSON.stringify('c'.repeat(8_192))),
  fc.constant(JSON.stringify('c'.repeat(100_000))),
  anyJson,
);
const page = fc
  .tuple(fc.array(anyJson, { maxLength: 3 }), cursor)
  .map(([items, next]) => `{"data":[${items.join()}],"next":${next},${pollution}}`);
const finding = fc
  .tuple(anyJson, anyJson, fc.constantFrom('message', 'path', 'constraints', 'errors'), anyJson)
  .map(
    ([errors, message, name, value]) =>
      `{"code":${message},"message":${message},"errors":[${errors},{"${name}":${value}}],"retryAfter":${value},${pollution}}`,
  );
const odd = fc.constantFrom(
  '',
  '\uFEFF',
  '\uFEFF{"id":"o-1"}',
  '{"id":',
  'NaN',
  `${'['.repeat(200)}${']'.repeat(200)}`,
  '['.repeat(50_000),
);

const body: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 3, arbitrary: page },
  { weight: 3, arbitrary: finding },
  { weight: 2, arbitrary: anyJson },
  odd,
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Uint8Array.from(bytes)),
);

const ascii = fc.string({ maxLength: 12 });
const instant = fc.constantFrom(
  '2026-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
  'soon',
);
const location = fc.constantFrom('https://evil.example/a?b=c#d', '//evil.example', '/orders/o-2', '..');
const figure = fc.constantFrom('0', '5', '-1', '1e9', '999999999', '9'.repeat(400), 'five', '');
const headers = fc.record(
  {
    'x-ratelimit-limit': fc.oneof(figure, ascii),
    'x-ratelimit-remaining': fc.oneof(figure, ascii),
    'x-ratelimit-reset': fc.oneof(instant, ascii),
    'retry-after': fc.oneof(figure, instant, fc.constant('Fri, 31 Dec 9999 23:59:59 GMT'), ascii),
    'content-type': ascii,
    location: fc.oneof(location, ascii),
    date: ascii,
    __proto__: ascii,
  },
  { requiredKeys: [] },
);

const withBody = fc.constantFrom(
  200,
  200,
  200,
  201,
  299,
  300,
  302,
  400,
  401,
  404,
  409,
  413,
  418,
  429,
  500,
  503,
  599,
);
const response: fc.Arbitrary<Deed> = fc.tuple(withBody, body, headers).map(([status, body, headers]) => ({
  name: `${status} ${fc.stringify(headers)} ${fc.stringify(body).slice(0, 500)}`,
  step: () => new Response(body, { status, headers }),
}));
const bodiless: fc.Arbitrary<Deed> = fc.constantFrom(204, 205, 304).map((status) => ({
  name: `${status}`,
  step: () => new Response(null, { status }),
}));

/** What only a custom `fetch` can do. */
const oddities: fc.Arbitrary<Deed> = fc.oneof(
  anyValue.map(({ name, make }) => ({ name: `returns ${name}`, step: () => gives(make) })),
  anyValue.map(({ name, make }) => ({ name: `rejects with ${name}`, step: () => Promise.reject(make()) })),
  anyValue.map(({ name, make }) => ({ name: `streams ${name}`, step: () => new Response(streamOf(make)) })),
  fc
    .tuple(fc.constantFrom('status', 'headers', 'body', 'ok', 'type', 'text'), anyValue)
    .map(([field, { name, make }]) => ({
      name: `a Response with the ${field} ${name}`,
      step: () => Object.defineProperty(Response.json({ id: 'o-1' }), field, { value: make() }),
    })),
);

/** Responses that no type would allow. */
async function gives(make: () => unknown): Promise<Response> {
  return Object.getOwnPropertyDescriptor({ response: make() }, 'response')?.value;
}

function streamOf(make: () => unknown): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(make());
      controller.close();
    },
  });
}

export const anyDeed: fc.Arbitrary<Deed> = fc.oneof({ weight: 6, arbitrary: response }, bodiless, {
  weight: 2,
  arbitrary: oddities,
});
