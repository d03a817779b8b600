import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldErrorsIn } from '../../../src/errors/field-errors.js';
import { runs } from '../../support/runs.js';

const quantity = { 'items[0].quantity': ['must be positive'] };

describe('one finding', () => {
  test.each([
    ['field', [{ field: 'items[0].quantity', message: 'must be positive' }]],
    ['path', [{ path: 'items[0].quantity', message: 'must be positive' }]],
    ['property', [{ property: 'items[0].quantity', message: 'must be positive' }]],
    ['param', [{ param: 'items[0].quantity', message: 'must be positive' }]],
    ['no list around it', { path: 'items[0].quantity', message: 'must be positive' }],
    ['a map of texts', { 'items[0].quantity': 'must be positive' }],
    ['a map of lists', { 'items[0].quantity': ['must be positive'] }],
    ['a list of maps', [{ 'items[0].quantity': 'must be positive' }]],
    ['a map of maps', { items: { 0: { quantity: ['must be positive'] } } }],
    ['a map of findings', { 'items[0].quantity': { message: 'must be positive', rule: 'min' } }],
    ['a map of lists of findings', { 'items[0].quantity': [{ message: 'must be positive', rule: 'min' }] }],
    [
      'a map of findings that repeat their path',
      { 'items[0].quantity': { path: 'items[0].quantity', message: 'must be positive' } },
    ],
  ])('is read from %s', (_, errors) => {
    expect(fieldErrorsIn(errors)).toEqual(quantity);
  });
});

describe('texts without a field', () => {
  test.each([
    ['a text', 'Something is wrong'],
    ['a list of texts', ['Something is wrong']],
    ['a finding without a place', [{ message: 'Something is wrong' }]],
    ['a finding whose path is empty', [{ path: [], message: 'Something is wrong' }]],
  ])('have the empty path: %s', (_, errors) => {
    expect(fieldErrorsIn(errors)).toEqual({ '': ['Something is wrong'] });
  });

  test.each([[undefined], [null], [0], [true], [[]], [{}], [[null, 5]], [{ quantity: null }]])(
    '%j contains no field errors',
    (errors) => {
      expect(fieldErrorsIn(errors)).toEqual({});
    },
  );
});

describe('several findings', () => {
  test('of one field keep their order, wherever they are', () => {
    const errors = [
      { path: 'guestCount', message: 'is required' },
      { path: 'channelId', message: 'is no table' },
      { path: 'guestCount', message: 'must be a number' },
      'Nothing was created',
    ];
    expect(fieldErrorsIn(errors)).toEqual({
      guestCount: ['is required', 'must be a number'],
      channelId: ['is no table'],
      '': ['Nothing was created'],
    });
  });

  test('of fields with the name of a property of a finding are a map', () => {
    expect(fieldErrorsIn({ path: ['is required'] })).toEqual({ path: ['is required'] });
    expect(fieldErrorsIn({ reason: ['is too long'] })).toEqual({ reason: ['is too long'] });
  });
});

describe('hostile errors', () => {
  test.each([
    '{"__proto__":["bad"]}',
    '[{"path":"__proto__","message":"bad"}]',
    '{"__proto__":{"message":"bad"}}',
  ])('create a field of %s', (errors) => {
    const found = fieldErrorsIn(JSON.parse(errors));
    expect(Object.entries(found)).toEqual([['__proto__', ['bad']]]);
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  });

  test('of enormous size are read in time', () => {
    const errors = Array.from({ length: 100_000 }, () => 'bad');
    expect(fieldErrorsIn(errors)['']).toHaveLength(100_000);
  });

  test('of any shape result in texts by path, all of them from the errors', () => {
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom('path', 'field', 'message', 'errors', '__proto__', 'toString'),
    );
    const { errors } = fc.letrec((tie) => ({
      errors: fc.oneof(
        { depthSize: 'small' },
        fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
        fc.array(tie('errors')),
        fc.dictionary(key, tie('errors')).map((value) => JSON.parse(JSON.stringify(value))),
      ),
    }));
    fc.assert(
      fc.property(errors, (value) => {
        const json = JSON.stringify(value);
        const texts = Object.values(fieldErrorsIn(value)).flat();
        expect(texts.filter((text) => !json.includes(JSON.stringify(text)))).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});
