import { createOrderFeed, RequestValidationError } from 'outlet-open-api/sync';
import { expect, test } from 'vitest';
import { clientOf, scriptedService } from '../../scripted-service.js';

const outlet = clientOf(scriptedService());
const onOrder = () => {};

/** What is refused of options that a caller without types can pass. */
function pathsOf(client: unknown, options: unknown): string[] {
  try {
    Reflect.apply(createOrderFeed, undefined, [client, options]);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(RequestValidationError);
    return error instanceof RequestValidationError ? error.issues.map(({ path }) => path) : [];
  }
}

test('every option that is wrong is named', () => {
  const options = { onOrder: 'db', onError: null, signal: {}, concurrency: 0, maxPending: 1.5 };
  expect(pathsOf({ orders: {} }, options)).toEqual([
    'outlet',
    'onOrder',
    'onError',
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

test('what is undefined is left out', () => {
  const options = { onError: undefined, signal: undefined, concurrency: undefined, maxPending: undefined };
  expect(pathsOf(outlet, { onOrder, ...options })).toEqual([]);
});
