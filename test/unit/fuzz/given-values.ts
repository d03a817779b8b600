import fc from 'fast-check';
import { anyCharacter } from '../../support/any-character.js';

/** A value that a caller may pass by mistake: created for each run, and printed by its name. */
export interface Given {
  readonly name: string;
  make(): unknown;
}

/** A signal whose reason a call may reject with. */
export const abortedSignal = AbortSignal.abort();

const makers: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  NaN: () => Number.NaN,
  'minus zero': () => -0,
  'an enormous number': () => 1e308,
  'a bigint': () => 10n ** 30n,
  'a symbol': () => Symbol('hostile'),
  'a function': () => () => true,
  'an empty text': () => '',
  'a dot segment': () => '..',
  'another endpoint': () => '../menus?cursor=1#',
  'a lone surrogate': () => '\ud800',
  'a control character': () => 'a\r\nx-injected: 1',
  'a huge text': () => 'x'.repeat(50_000),
  'a huge list': () => Array(5_000).fill(0),
  'a sparse list': () => Array(1_000),
  'a list of all these values': () => [
    null,
    undefined,
    Symbol('hostile'),
    1n,
    Number.NaN,
    () => {},
    Object.create(null),
  ],
  'an object without prototype': () => Object.create(null),
  'a cycle': () => {
    const cycle: Record<string, unknown> = {};
    cycle.again = [cycle];
    return cycle;
  },
  'a deep nesting': () => JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
  'a field __proto__': () =>
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  'a toJSON that returns nothing': () => ({ toJSON: () => undefined }),
  'an invalid Date': () => new Date('soon'),
  'a forged signal': () => ({ aborted: false, addEventListener: () => {} }),
  'an aborted signal': () => abortedSignal,
  bytes: () => new Uint8Array(8),
};

const named: fc.Arbitrary<Given> = fc
  .constantFrom(...Object.entries(makers))
  .map(([name, make]) => ({ name, make }));

const random: fc.Arbitrary<Given> = fc
  .anything({
    maxDepth: 2,
    maxKeys: 3,
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
  })
  .map((value) => ({ name: fc.stringify(value), make: () => value }));

/** Any value that JavaScript can pass. */
export const anyValue: fc.Arbitrary<Given> = fc.oneof(
  { weight: 4, arbitrary: named },
  { weight: 1, arbitrary: random },
);

const hostileKeys = ['__proto__', 'constructor', 'length'];

/** An object like a valid one, but with one field of any value. */
export function spoilt(valid: object, keys: readonly string[] = Object.keys(valid)): fc.Arbitrary<Given> {
  return fc.tuple(fc.constantFrom(...keys, ...hostileKeys), anyValue).map(([key, { name, make }]) => ({
    name: `${key} is ${name}`,
    make: () =>
      Object.defineProperty({ ...valid }, key, { value: make(), enumerable: true, configurable: true }),
  }));
}

/** Text that has a special meaning in a URL. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '..',
    '%2e%2E',
    '../menus',
    '../channels?a=b',
    'import',
    '../../..',
    'o-1/action-log',
    'a#b',
    '\\..',
  ),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
);

/** A valid argument, or one of the same kind: other text, or an object with one field of any value. */
export function inPlaceOf(valid: unknown): fc.Arbitrary<Given> {
  const itself = fc.constant({ name: 'valid', make: () => valid });
  const text = anyText.map((text) => ({ name: JSON.stringify(text), make: () => text }));
  if (typeof valid === 'string') return fc.oneof(itself, { weight: 3, arbitrary: text });
  if (typeof valid !== 'object' || valid === null) return itself;
  return fc.oneof(itself, { weight: 3, arbitrary: spoilt(valid) });
}
