import type { OutletClient } from 'outlet-open-api';
import { expectTypeOf, test } from 'vitest';
import type { Order } from '../../../src/entities/index.js';
import type { ListPosition } from '../../../src/lists/list-position.js';
import type { Page } from '../../../src/lists/pages.js';
import type { Paginator } from '../../../src/lists/paginator.js';

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

declare const orders: Paginator<Order>;

test('a paginator returns entries and pages of its own type', () => {
  expectTypeOf(orders).toExtend<AsyncIterable<Order>>();
  expectTypeOf(orders.pages()).toEqualTypeOf<AsyncIterable<Page<Order>>>();
  expectTypeOf(orders.firstPage()).resolves.toEqualTypeOf<Page<Order>>();
  expectTypeOf(orders.toArray()).resolves.toEqualTypeOf<Order[]>();
  expectTypeOf(orders.toArray)
    .parameter(0)
    .toEqualTypeOf<{ readonly limit?: number | undefined } | undefined>();
});

test('a paginator is not a promise, and to await it is an error', () => {
  expectTypeOf<Awaited<Paginator<Order>>>().toBeNever();
  // @ts-expect-error: await would send nothing.
  const awaited = async () => await orders;
  expectTypeOf(awaited).toBeFunction();
});

test('a paginator shows its range', () => {
  expectTypeOf(orders.range).toExtend<{ readonly from: string; readonly to: string }>();
});

test('a page has items, position and slice', () => {
  expectTypeOf<Page<Order>['items']>().toEqualTypeOf<Order[]>();
  expectTypeOf<Page<Order>['position']>().toEqualTypeOf<ListPosition>();
  expectTypeOf<Page<Order>['readAt']>().toEqualTypeOf<Date>();
  expectTypeOf<Page<Order>['slice']>().toExtend<{ from: string; to: string }>();
});

test('a position is JSON, and shows only its version', () => {
  expectTypeOf<ListPosition>().toExtend<Json>();
  expectTypeOf<keyof ListPosition>().toEqualTypeOf<'version'>();
});

test('from can be left out only with a position, and to always', () => {
  const [from, to] = ['2026-01-01T00:00:00Z', new Date()] as const;
  outlet.orders.list({ from });
  outlet.orders.list({ from, to }, { resumeFrom: maybePosition, outletRef: 'bistro' });
  outlet.orders.list({}, { resumeFrom: JSON.stringify(position) });
  // @ts-expect-error a page is not a position
  outlet.orders.list({ from, to }, { resumeFrom: page });
  outlet.orders.list({}, { resumeFrom: position });
  outlet.actionLogs.list({ to, search: 'x' }, { resumeFrom: position });
  outlet.goodsReceipts.list({ status: 'draft' }, { resumeFrom: position });
  // @ts-expect-error a first start needs `from`
  outlet.orders.list({ to });
  // @ts-expect-error a first start needs `from`, and there may be no position
  outlet.orders.list({ to }, { resumeFrom: maybePosition });
  // @ts-expect-error a filter of the wrong type
  outlet.orders.list({ status: 'open' }, { resumeFrom: position });
});

declare const outlet: OutletClient;
declare const position: ListPosition;
declare const maybePosition: ListPosition | undefined;
declare const page: Page<Order>;
