import fc from 'fast-check';
import {
  type FetchFunction,
  idempotencyKeyFrom,
  OutletClient,
  RequestValidationError,
} from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../support/any-character.js';
import { hostileMode } from '../../support/services/hostile-mode.js';
import { clientOf, order, scriptedService } from '../../support/services/scripted-service.js';

type Parts = Parameters<typeof idempotencyKeyFrom>;

const part = fc.oneof(
  fc.string({ minLength: 1, unit: anyCharacter }),
  fc.boolean(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map((number) => number + 0),
);
const parts = fc
  .tuple(part, fc.array(part, { maxLength: 4 }))
  .map(([first, others]): Parts => [first, ...others]);

describe('idempotencyKeyFrom', () => {
  test('returns a key that the client accepts, and always the same one', async () => {
    const service = scriptedService();
    const { orders } = clientOf(service, { rateLimit: false });
    const send = async (some: Parts) => {
      const idempotencyKey = idempotencyKeyFrom(...some);
      expect(idempotencyKey).toBe(idempotencyKeyFrom(...some));
      await orders.create(order, { idempotencyKey });
      expect(service.arrivals.at(-1)?.headers.get('idempotency-key')).toBe(idempotencyKey);
    };
    await fc.assert(fc.asyncProperty(parts, send));
  });

  test('returns another key for other parts', () => {
    const differ = (some: Parts, other: Parts) => {
      fc.pre(JSON.stringify(some) !== JSON.stringify(other));
      expect(idempotencyKeyFrom(...some)).not.toBe(idempotencyKeyFrom(...other));
    };
    fc.assert(fc.property(parts, parts, differ));
  });

  test.each<[Parts, Parts]>([
    [
      ['a', 'bc'],
      ['ab', 'c'],
    ],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [['a'], ['a', 'a']],
    [['a,b'], ['a', 'b']],
    [['a","b'], ['a', 'b']],
    [[7], ['7']],
    [[true], ['true']],
    [['\ud800'], ['\ud801']],
  ])('returns different keys for %j and %j', (some, other) => {
    expect(idempotencyKeyFrom(...some)).not.toBe(idempotencyKeyFrom(...other));
  });

  test('returns the keys of earlier versions', () => {
    expect(idempotencyKeyFrom('outlet-7', 'F-1001', 'create')).toBe('1ee4a50b-91b1-4050-a038-f8ff48f91126');
  });

  test.each([
    '',
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    7n,
    Symbol('a'),
    () => {},
    new Date(0),
    ['a'],
    {},
  ])('rejects the part %s', (invalid) => {
    const derive = () => Reflect.apply(idempotencyKeyFrom, undefined, ['outlet-7', invalid]);
    const message = 'must be a non-empty string, a boolean or a number up to 2^53 - 1';
    const issues = [{ path: 'parts[1]', message }];
    expect(derive).toThrow(expect.objectContaining({ issues }));
    expect(derive).toThrow(RequestValidationError);
  });

  test('needs a part', () => {
    expect(() => Reflect.apply(idempotencyKeyFrom, undefined, [])).toThrow('must be at least one value');
  });
});

test('a program that is killed before it saves the order creates one order when it runs again', async () => {
  const fake = createFakeOutlet({ ...hostileMode, rateLimit: false });
  const before = fake.orders.all().length;
  const saved = new Map<string, string>();

  /** The program. It saves nothing before it sends. */
  async function seat(reservationId: string, fetch: FetchFunction): Promise<void> {
    const accessToken = fake.key('reservations').token;
    const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch });
    const idempotencyKey = idempotencyKeyFrom('bistro', reservationId, 'create');
    const partnerReservationInfo = { partnerName: 'bookable', reservationId };
    const seating = { channelId: 'table-1', guestCount: 2, partnerReservationInfo };
    const { id } = await outlet.reservations.create(seating, { idempotencyKey });
    saved.set(reservationId, id);
  }

  await new Promise<void>((kill) => {
    const killedAfterSending: FetchFunction = async (url, init) => {
      await fake.fetch(url, init);
      kill();
      return new Promise(() => {});
    };
    seat('R-1', killedAfterSending).catch(() => {});
  });
  expect(saved.size).toBe(0);
  await seat('R-1', fake.fetch);
  expect(fake.orders.all()).toHaveLength(before + 1);
  expect(fake.orders.all().map(({ id }) => id)).toContain(saved.get('R-1'));
});
