import { createOrderFeed, RequestValidationError } from 'outlet-open-api/sync';
import { expect, test } from 'vitest';

const onOrder = () => {};

/** The paths of the options that are invalid. */
function pathsOf(options: unknown): string[] {
  try {
    Reflect.apply(createOrderFeed, undefined, [options]);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(RequestValidationError);
    return error instanceof RequestValidationError ? error.issues.map(({ path }) => path) : [];
  }
}

test('every invalid option is named', () => {
  const options = {
    outlet: { orders: {} },
    onOrder: 'db',
    onError: null,
    now: {},
    signal: {},
    concurrency: 0,
    concurrencyPerKey: -1,
    maxPending: 1.5,
  };
  expect(pathsOf(options)).toEqual([
    'outlet',
    'onOrder',
    'now',
    'onError',
    'signal',
    'concurrency',
    'concurrencyPerKey',
    'maxPending',
  ]);
  expect(pathsOf(undefined)).toEqual(['onOrder']);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3', null])('a number cannot be %s', (count) => {
  expect(pathsOf({ onOrder, concurrency: count, maxPending: count })).toEqual(['concurrency', 'maxPending']);
});

test('undefined options have their defaults', () => {
  const options = {
    onError: undefined,
    outlet: undefined,
    now: undefined,
    signal: undefined,
    concurrency: undefined,
    concurrencyPerKey: undefined,
    maxPending: undefined,
  };
  expect(pathsOf({ onOrder, ...options })).toEqual([]);
});
