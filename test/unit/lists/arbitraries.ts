import fc from 'fast-check';
import { listOrders } from '../../../src/operations/index.js';
import type { ListOperation, RangeRules } from '../../../src/operations/operation.js';
import { type Behaviour, day, type Row } from './service.js';

const start = Date.parse('2026-01-01T00:00:00Z');

export interface Entry {
  readonly id?: string;
  readonly created: string;
  readonly text: string;
}

/** A list with many records on the boundaries of windows, many equal ones, and full, sparse and empty pages. */
export interface Scene {
  readonly operation: ListOperation;
  readonly query: { readonly from: string; readonly to: string };
  readonly span: { readonly from: number; readonly to: number };
  readonly rows: readonly Row<Entry>[];
  readonly behaviour: Behaviour;
}

export const scenes: fc.Arbitrary<Scene> = fc
  .record({
    order: fc.constantFrom<RangeRules['order']>('oldest-first', 'newest-first', 'unknown'),
    bounds: fc.constantFrom('both', 'from', 'to'),
    maxDays: fc.constantFrom(1, 7, 31),
    length: fc.oneof(fc.constantFrom(0, 1, 31 * day, 62 * day, 31 * day + 1), fc.nat(100 * day)),
    pageSizes: fc.array(fc.nat(4), { maxLength: 4 }).map((sizes) => [...sizes, 3]),
    ids: fc.constantFrom('all', 'some', 'none'),
  })
  .chain(({ order, bounds, maxDays, length, pageSizes, ids }) =>
    fc.array(places(length, maxDays), { maxLength: 60 }).map((drawn) => ({
      operation: {
        ...listOrders,
        range: order === 'unknown' ? { maxDays, order } : { maxDays, order, field: 'created' as const },
      },
      query: { from: new Date(start).toISOString(), to: new Date(start + length).toISOString() },
      span: { from: start, to: start + length },
      rows: drawn.map(({ offset, text, hasId }, index) => {
        const id = ids === 'all' || (ids === 'some' && hasId) ? { id: `id-${index}` } : {};
        return {
          at: start + offset,
          entry: { ...id, created: new Date(start + offset).toISOString(), text },
        };
      }),
      behaviour: { order, bounds, pageSizes },
    })),
  );

/** Mostly instants that windows or first slices share, seen from either end of the range. */
function places(length: number, maxDays: number) {
  const edge = fc.oneof(
    fc.nat(4).map((count) => count * maxDays * day),
    fc.constant(day),
  );
  const offset = fc.oneof(
    edge,
    edge.map((distance) => length - distance),
    edge.map((distance) => distance + 1),
    fc.integer({ min: -day, max: length + day }),
  );
  return fc.record({ offset, text: fc.constantFrom('a', 'b'), hasId: fc.boolean() });
}

/** How fast everything is, and how it is sliced. */
export interface Conditions {
  readonly concurrency: 'auto' | number;
  /** Milliseconds that the client knows that responses take. */
  readonly responseTime: number | undefined;
  /** Milliseconds that responses take, repeated in this sequence. */
  readonly delays: readonly number[];
  /** Milliseconds that the consumer takes for a page. */
  readonly consumer: number;
}

export const conditions: fc.Arbitrary<Conditions> = fc.record({
  concurrency: fc.oneof(fc.constant('auto' as const), fc.integer({ min: 1, max: 8 })),
  responseTime: fc.constantFrom(undefined, 50, 300, 800),
  delays: fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 7 }),
  consumer: fc.constantFrom(0, 300, 5_000),
});
