import fc from 'fast-check';
import type { DateRange } from '../../src/operations/operation.js';
import type { Behaviour, Row } from './service.js';

export const day = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-01-01T00:00:00Z');

export interface Entry {
  readonly id?: string;
  readonly created: string;
  readonly text: string;
}

export interface Scene {
  readonly operation: { readonly id: string; readonly range: DateRange };
  readonly query: { readonly from: string; readonly to: string };
  readonly span: { readonly from: number; readonly to: number };
  readonly rows: readonly Row<Entry>[];
  readonly behaviour: Behaviour;
}

/**
 * A list of the service with anything in it: many rows on the edges of windows, many of equal content, with ids and
 * without, on full, sparse and empty pages.
 */
export function scenes(entries: 'with ids' | 'without ids' | 'mixed' = 'mixed'): fc.Arbitrary<Scene> {
  return fc
    .record({
      order: fc.constantFrom<DateRange['order']>('oldest-first', 'newest-first', 'unknown'),
      bounds: fc.constantFrom('both', 'from', 'to'),
      maxDays: fc.constantFrom(1, 7, 31),
      length: fc.oneof(fc.constantFrom(0, 1, 31 * day, 62 * day, 31 * day + 1), fc.nat(100 * day)),
      pageSizes: fc.array(fc.nat(4), { maxLength: 4 }).map((sizes) => [...sizes, 3]),
    })
    .chain(({ order, bounds, maxDays, length, pageSizes }) => {
      const span = { from: start, to: start + length };
      return fc.array(places(length, maxDays), { maxLength: 60 }).map((drawn) => ({
        operation: {
          id: 'things.list',
          range: order === 'unknown' ? { maxDays, order } : { maxDays, order, field: 'created' as const },
        },
        query: { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() },
        span,
        rows: drawn.map(({ offset, text, hasId }, index) => {
          const created = new Date(start + offset).toISOString();
          const withId = entries === 'mixed' ? hasId : entries === 'with ids';
          return { at: start + offset, entry: { ...(withId ? { id: `id-${index}` } : {}), created, text } };
        }),
        behaviour: { order, bounds, pageSizes },
      }));
    });
}

/** So many times the cases that other properties draw. */
export function runs(times: number): { numRuns: number } {
  const { numRuns = 100 } = fc.readConfigureGlobal();
  return { numRuns: Math.ceil(times * numRuns) };
}

/** Mostly instants that windows share, as seen from either end of the range. */
function places(length: number, maxDays: number) {
  const edge = fc.nat(4).map((count) => count * maxDays * day);
  const offset = fc.oneof(
    edge,
    edge.map((distance) => length - distance),
    edge.map((distance) => distance + 1),
    fc.integer({ min: -day, max: length + day }),
  );
  return fc.record({ offset, text: fc.constantFrom('a', 'b'), hasId: fc.boolean() });
}
