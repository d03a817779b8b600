import {
  actionLogEntrySchema,
  baseMenuSchema,
  channelSchema,
  goodsReceiptSchema,
  menuSchema,
  orderSchema,
} from 'outlet-open-api/schemas';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import { idsIn } from '../../conformance/sections.js';

/** Every documented field of every response, with a value that the specification allows. */
const whole: Record<string, [schema: z.ZodMiniType, entity: Record<string, unknown>]> = {
  order: [
    orderSchema,
    {
      id: 'o-1',
      status: 'inKitchen',
      channelId: 'c-1',
      guestCount: 4,
      partnerInfo: { partnerChannel: 'foodie', orderId: 'f-1' },
      partnerReservationInfo: {
        partnerName: 'tables',
        reservationId: 'r-1',
        firstName: 'Ann',
        lastName: 'Lee',
        email: 'ann@example.com',
        phoneNumber: '+4912345678',
        note: 'window',
      },
      items: [
        { menuItemId: 'm-1', quantity: 2, customerName: 'Ann', options: [{ optionId: 'x-1', quantity: 1 }] },
      ],
      payments: [
        {
          offlineMethod: 'card',
          amount: 12.5,
          currency: 'EUR',
          externalId: 'p-1',
          created: '2026-11-01T10:00:00.000Z',
          customerName: 'Ann',
        },
      ],
      appliedDiscounts: [{ name: 'Happy hour' }],
    },
  ],
  channel: [channelSchema, { id: 'c-1', type: 'partner' }],
  'goods receipt': [
    goodsReceiptSchema,
    {
      id: 'g-1',
      goodsReceiptNumber: 'GR-1',
      status: 'completed',
      created: '2026-11-01T10:00:00.000Z',
      deliveryDate: '2026-10-31T00:00:00.000Z',
      supplier: { supplierId: 's-1', name: 'Farm' },
      items: [
        {
          totalPrice: 10,
          discountAmount: 1,
          taxRateName: 'VAT',
          taxRate: 0.07,
          taxRateKind: 'reduced',
          taxAmount: 0.63,
          pricePerUnit: 3.333333,
          inventoryUom: 'kg',
        },
      ],
      totalPrice: 10,
      discount: 0,
      shippingFee: 0,
      tax: 0.63,
      total: 9.63,
      isTaxInclusive: false,
    },
  ],
  'action log entry': [
    actionLogEntrySchema,
    {
      action: 'itemAdded',
      actor: { type: 'staff', id: 'a-1', name: 'Bo', role: 'waiter' },
      metadata: { itemId: 'm-1' },
      created: '2026-11-01T10:00:00.000Z',
    },
  ],
  'base menu': [baseMenuSchema, { menuItems: [{ photos: [{ itemImage: 'https://cdn.example/a.jpg' }] }] }],
};

/** Every path in a value, including nested fields. */
function placesIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...keys].flatMap((key) => [
    [key],
    ...placesIn(Reflect.get(value, key)).map((rest) => [key, ...rest]),
  ]);
}

/** Copies a value, and replaces or removes the value at one path. */
function altered(
  value: object,
  place: (string | number)[],
  alter: (holder: object, key: string | number) => void,
) {
  const copy = structuredClone(value);
  const key = place.at(-1) ?? '';
  alter(
    place.slice(0, -1).reduce<object>((holder, step) => Reflect.get(holder, step), copy),
    key,
  );
  return copy;
}

const cases = Object.entries(whole).flatMap(([name, [schema, entity]]) =>
  placesIn(entity)
    .filter((place) => place.join('.') !== 'metadata.itemId')
    .map((place) => ({ name, schema, entity, place, field: place.join('.') })),
);
const dispensable = cases.filter(({ place, field }) => typeof place.at(-1) === 'string' && field !== 'id');

describe.each(Object.entries(whole))('a %s', (_, [schema, entity]) => {
  test('with all documented fields is returned unchanged', () => {
    expect(schema.parse(entity)).toStrictEqual(entity);
  });

  test('keeps undocumented fields', () => {
    const more = { ...entity, tableName: 'Terrace 4', nested: { deep: [1, null] } };
    expect(schema.parse(more)).toStrictEqual(more);
  });

  test.each([null, 5, 'text', []])('rejects %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

describe('a documented field', () => {
  test('is in the specification §field.*', () => {
    const fields = cases
      .filter(({ place }) => typeof place.at(-1) === 'string')
      .map(({ name, place }) => [name.replaceAll(' ', '-'), ...place])
      .map((path) => path.filter((step) => typeof step === 'string').join('.'));
    expect(fields.toSorted()).toEqual(idsIn('field').toSorted());
  });

  test('has a camelCase name §resources.camel-case §versioning.3', () => {
    for (const { place } of cases) expect(place.join('')).toMatch(/^[a-z][A-Za-z0-9]*$/);
  });

  test.each(cases)('with a wrong type fails: $field of a $name §field.*', ({ schema, entity, place }) => {
    const right = place.reduce<unknown>((holder, step) => Reflect.get(Object(holder), step), entity);
    const wrong = typeof right === 'string' ? 5 : 'text';
    const bad = altered(entity, place, (holder, key) => Reflect.set(holder, key, wrong));
    expect(schema.safeParse(bad).error?.issues.map(({ path }) => path)).toEqual([place]);
  });

  test.each(dispensable)(
    'can be null or absent: $field of a $name §goods-receipt.old-tax §goods-receipt.old-total',
    ({ schema, entity, place }) => {
      const empty = altered(entity, place, (holder, key) => Reflect.set(holder, key, null));
      const absent = altered(entity, place, (holder, key) => Reflect.deleteProperty(holder, key));
      expect(schema.parse(empty)).toStrictEqual(empty);
      expect(schema.parse(absent)).toStrictEqual(absent);
    },
  );
});

test.each([orderSchema, channelSchema, goodsReceiptSchema])('an id is required', (schema) => {
  expect(schema.safeParse({}).success).toBe(false);
  expect(schema.safeParse({ id: null }).success).toBe(false);
});

test.each([
  ['status of an order', orderSchema, { id: 'o-1', status: 'paused' }],
  ['type of a channel', channelSchema, { id: 'c-1', type: 'takeaway' }],
  ['status of a goods receipt', goodsReceiptSchema, { id: 'g-1', status: 'archived' }],
  ['method of a payment', orderSchema, { id: 'o-1', payments: [{ offlineMethod: 'voucher' }] }],
])('an unknown enum value is returned unchanged: %s', (_, schema, entity) => {
  expect(schema.parse(entity)).toStrictEqual(entity);
});

test('a line of a goods receipt keeps quantity, unit and cost, under any name §line.others', () => {
  const receipt = {
    id: 'g-1',
    items: [{ totalPrice: 10, quantity: 4, purchaseUnit: 'crate', unitCost: 2.5 }],
  };
  expect(goodsReceiptSchema.parse(receipt)).toStrictEqual(receipt);
});

test('the address of a supplier is returned as received §goods-receipt.address', () => {
  for (const address of ['1 Farm Road', { street: '1 Farm Road' }, null, 5]) {
    const receipt = { id: 'g-1', supplier: { supplierId: 's-1', address } };
    expect(goodsReceiptSchema.parse(receipt)).toStrictEqual(receipt);
  }
});

test('a menu is any object', () => {
  expect(menuSchema.parse({})).toStrictEqual({});
  expect(menuSchema.parse({ categories: [{ items: [] }] })).toStrictEqual({ categories: [{ items: [] }] });
});
