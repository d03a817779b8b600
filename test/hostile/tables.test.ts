import fc from 'fast-check';
import * as sync from 'outlet-open-api/sync';
import { expect, test } from 'vitest';
import { parseCsv } from '../export/rfc4180.js';
import { anyValue, inPlaceOf, spoilt } from './given-values.js';
import { ended, expectLawful, outcomeOf, underWatch } from './laws.js';
import { untyped } from './public-functions.js';

underWatch();

const { goodsReceiptLineTable, orderTable, paymentTable, streamOf } = sync;
const payment = { offlineMethod: 'card', amount: 12.5, currency: 'EUR', customerName: 'Ada' };
const order = {
  ...{ id: 'o-1', status: 'complete', channelId: 'c-1', guestCount: 2, items: [{ menuItemId: 'm-1' }] },
  ...{ partnerInfo: { orderId: 'F-1' }, partnerReservationInfo: {}, payments: [payment] },
};
const line = { totalPrice: 22, taxRateName: 'GST', taxRate: 0.07 };
const receipt = { id: 'g-1', status: 'completed', supplier: { name: 'Green Valley' }, items: [line] };
const table = {
  name: 'mine',
  rows: (record: object) => [record],
  columns: [{ name: 'id', cell: (record: object) => Reflect.get(record, 'id') }],
};
const options = { header: true, bom: false, guardFormulas: true };

/** What is read of a stream after such writes; whether a write or the reading fails, it fails in a lawful way. */
async function passed(stream: unknown, chunks: readonly unknown[]) {
  if (!(stream instanceof TransformStream)) return expect.fail('It is no stream');
  const text = new Response(stream.readable).text();
  const writer = stream.writable.getWriter();
  const writes = [...chunks.map((chunk) => writer.write(chunk)), writer.close(), writer.closed];
  for (const outcome of await Promise.allSettled(writes))
    if (outcome.status === 'rejected') expectLawful({ error: outcome.reason });
  return text;
}

/** A table, a column of it or its functions, spoilt. */
const anyTable = fc.oneof(
  inPlaceOf(table),
  anyValue.map(({ name, make }) => ({
    name: `columns of ${name}`,
    make: () => ({ ...table, columns: make() }),
  })),
  spoilt(table.columns[0] ?? {}).map(({ name, make }) => ({
    name: `a column whose ${name}`,
    make: () => ({ ...table, columns: [make(), ...table.columns] }),
  })),
  fc.tuple(fc.constantFrom('gives', 'throws'), anyValue).map(([how, value]) => ({
    name: `rows that ${how} ${value.name}`,
    make: () => ({
      ...table,
      rows() {
        if (how === 'throws') throw value.make();
        return value.make();
      },
    }),
  })),
);

test.each(['csvText', 'ndjsonText'])(
  '%s gives whole lines or one of its errors, whatever it is passed',
  async (name) => {
    const given = fc.tuple(inPlaceOf([order]), anyTable, inPlaceOf(options));
    await fc.assert(
      fc.asyncProperty(given, async (given) => {
        const outcome = await outcomeOf(
          () =>
            untyped(
              sync,
              name,
              given.map(({ make }) => make()),
            ),
          true,
        );
        expectLawful(outcome);
        if ('data' in outcome) expect(outcome.data).toMatch(/^$|\n$/);
      }),
      { numRuns: 300 },
    );
  },
);

test.each(['csv', 'ndjson'])(
  '%s gives a stream or one of its errors, whatever it is passed',
  async (name) => {
    const given = fc.tuple(anyTable, inPlaceOf(options));
    await fc.assert(
      fc.asyncProperty(given, anyValue, async (given, chunk) => {
        const outcome = await outcomeOf(
          () => [
            untyped(
              sync,
              name,
              given.map(({ make }) => make()),
            ),
          ],
          true,
        );
        expectLawful(outcome);
        if (!('data' in outcome) || !Array.isArray(outcome.data)) return;
        const [stream] = outcome.data;
        expectLawful(
          await ended(outcomeOf(() => passed(stream, [order, chunk.make(), [order, chunk.make()]]), false)),
        );
      }),
      { numRuns: 200 },
    );
  },
);

test.each([
  [orderTable, order, ['items', 'payments', 'partnerInfo', 'appliedDiscounts']],
  [paymentTable, order, ['payments', 'id', 'status']],
  [goodsReceiptLineTable, receipt, ['items', 'supplier', 'id']],
] as const)('no record breaks the rows of $name, whatever stands in it', async (table, record, keys) => {
  const entries = spoilt('items' in record ? line : payment);
  const hostile = fc.oneof(
    spoilt(record, keys),
    entries.map(({ name, make }) => ({
      name: `an entry whose ${name}`,
      make: () => ({ ...record, payments: [make()], items: [make()] }),
    })),
    anyValue,
  );
  await fc.assert(
    fc.asyncProperty(hostile, async ({ make }) => {
      const outcome = await outcomeOf(
        () => untyped(sync, 'csvText', [[record, make(), record], table]),
        true,
      );
      expectLawful(outcome);
      if (!('data' in outcome)) return;
      const whole = String(untyped(sync, 'csvText', [record, table]));
      for (const row of parseCsv(String(outcome.data))) expect(row).toHaveLength(table.columns.length);
      expect(String(outcome.data).startsWith(whole)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('streamOf gives a stream or one of its errors, whatever it is passed', async () => {
  const walks = (next: unknown) => ({ [Symbol.asyncIterator]: () => ({ next }) });
  await fc.assert(
    fc.asyncProperty(inPlaceOf([order]), anyValue, async (given, step) => {
      for (const input of [
        given.make(),
        walks(step.make()),
        walks(() => ({ done: false, value: step.make() })),
      ]) {
        const outcome = await outcomeOf(() => [untyped({ streamOf }, 'streamOf', [input])], true);
        expectLawful(outcome);
        if (!('data' in outcome) || !Array.isArray(outcome.data)) continue;
        const [stream] = outcome.data;
        if (!(stream instanceof ReadableStream)) return expect.fail('It is no stream');
        const reader = stream.getReader();
        // What a walk throws is the walk's own.
        await ended(outcomeOf(() => reader.read(), false));
        await ended(outcomeOf(() => reader.cancel(), false));
      }
    }),
    { numRuns: 200 },
  );
});
