import fc from 'fast-check';

/** A value that a caller may pass: made anew for each run, and printed by its name, as it may not be possible to look at it. */
export interface Given {
  readonly name: string;
  make(): unknown;
}

/** A signal whose reason a call may reject with. */
export const abortedSignal = AbortSignal.abort();

const fail = (): never => {
  throw new RangeError('looked at');
};
const every = <Value>(value: Value) =>
  Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((trap) => [trap, value]));

/** A getter or method that does something else from the second time on. */
function changing<First, Later>(first: () => First, later: () => Later): () => First | Later {
  let isFirst = true;
  return () => {
    const now = isFirst ? first : later;
    isFirst = false;
    return now();
  };
}

function thenable(then: (resolve: (value: unknown) => void) => void): object {
  return Object.fromEntries([['then', then]]);
}

const makers: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  NaN: () => Number.NaN,
  'minus zero': () => -0,
  'an enormous number': () => 1e308,
  'a bigint': () => 10n ** 30n,
  'a boxed bigint': () => Object(1n),
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
  'a list of everything': () => [
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
  'a getter that throws': () => ({
    get field() {
      return fail();
    },
  }),
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'a proxy that throws': () => new Proxy({}, every(fail)),
  'a proxy of a function that throws': () => new Proxy(() => true, { ...every(fail), apply: () => true }),
  'a proxy that throws from the second look on': () =>
    new Proxy({ id: 'x' }, { ownKeys: changing(() => ['id'], fail), get: changing(() => 'x', fail) }),
  'a thenable': () => thenable((resolve) => resolve('x')),
  'a thenable that throws': () => thenable(fail),
  'a getter named then': () => Object.defineProperty({}, 'then', { get: fail, enumerable: true }),
  'a text that cannot be written': () => ({ toString: fail, valueOf: fail, [Symbol.toPrimitive]: fail }),
  'a toJSON that throws': () => ({ toJSON: fail }),
  'a toJSON that throws from the second time on': () => ({ toJSON: changing(() => 'x', fail) }),
  'a toJSON that gives itself': () => {
    const value = { id: 'x', toJSON: (): object => value };
    return value;
  },
  'a toJSON without end': () => {
    const endless = (): object => ({ toJSON: () => ({ more: endless() }) });
    return endless();
  },
  'a toJSON that gives nothing': () => ({ toJSON: () => undefined }),
  'a forged Date': () => Object.create(Date.prototype),
  'a Date that throws': () => Object.assign(new Date(0), { getTime: fail, toJSON: fail }),
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

/** Anything that JavaScript can pass. */
export const anyValue: fc.Arbitrary<Given> = fc.oneof(
  { weight: 4, arbitrary: named },
  { weight: 1, arbitrary: random },
);

const hostileKeys = ['__proto__', 'constructor', 'toString', 'then', 'toJSON', 'length'];

/** An object like a valid one, but for one field: of any value, that throws when it is read, or that changes after the first look. */
export function spoilt(valid: object, keys: readonly string[] = Object.keys(valid)): fc.Arbitrary<Given> {
  const how = fc.constantFrom('is', 'throws from the start, not', 'gives at first what was valid, then');
  return fc
    .tuple(fc.constantFrom(...keys, ...hostileKeys), how, anyValue)
    .map(([key, how, { name, make }]) => ({
      name: `${key} ${how} ${name}`,
      make() {
        const value = make();
        const before = () => Reflect.get(valid, key);
        const get = how.startsWith('throws') ? fail : changing(before, () => value);
        const field = how === 'is' ? { value } : { get };
        return Object.defineProperty({ ...valid }, key, { ...field, enumerable: true, configurable: true });
      },
    }));
}

/** Text that means something else in an address. */
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
  fc.string({ unit: 'binary', maxLength: 8 }),
);

/** What may stand in place of a valid argument: it, it with one spoilt field, or anything else. */
export function inPlaceOf(valid: unknown, keys?: readonly string[]): fc.Arbitrary<Given> {
  const itself = fc.constant({ name: 'valid', make: () => valid });
  const text = anyText.map((text) => ({ name: JSON.stringify(text), make: () => text }));
  if (typeof valid === 'string') return fc.oneof(itself, { weight: 2, arbitrary: text }, anyValue);
  if (typeof valid !== 'object' || valid === null) return fc.oneof(itself, anyValue);
  return fc.oneof(itself, { weight: 3, arbitrary: spoilt(valid, keys) }, anyValue);
}
