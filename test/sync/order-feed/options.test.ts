import { createOrderFeed, RequestValidationError } from 'outlet-open-api/sync';
import { expect, test } from 'vitest';
import { clientOf, scriptedService } from '../../scripted-service.js';

const outlet = clientOf(scriptedService());
const onOrder = () => {};

/** The paths of the options that are invalid. */
function pathsOf(client: unknown, options: unknown): string[] {
  try {
    Reflect.apply(createOrderFeed, undefined, [client, options]);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(RequestValidationError);
    return error instanceof RequestValidationError ? error.issues.map(({ path }) => path) : [];
  }
}

test('every invalid option is named', () => {
  const options = { onOrder: 'db', onError: null, lock: {}, signal: {}, concurrency: 0, maxPending: 1.5 };
  expect(pathsOf({ orders: {} }, options)).toEqual([
    'outlet',
    'onOrder',
    'onError',
    'lock',
    'signal',
    'concurrency',
    'maxPending',
  ]);
  expect(pathsOf(undefined, undefined)).toEqual(['outlet', 'onOrder']);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3', null])('a number cannot be %s', (count) => {
  expect(pathsOf(outlet, { onOrder, concurrency: count, maxPending: count })).toEqual([
    'concurrency',
    'maxPending',
  ]);
});

test('undefined options have their defaults', () => {
  const options = {
    onError: undefined,
    lock: undefined,
    signal: undefined,
    concurrency: undefined,
    maxPending: undefined,
  };
  expect(pathsOf(outlet, { onOrder, ...options })).toEqual([]);
});
