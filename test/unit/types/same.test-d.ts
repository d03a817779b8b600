import { describe, expectTypeOf, test } from 'vitest';
import type { Same } from './same.js';

interface Example {
  id: string;
  note?: string | undefined;
  lines: { amount: number | null }[];
}

describe('the helper that compares types', () => {
  test('finds equal types', () => {
    expectTypeOf<Same<Example, Example>>().toEqualTypeOf<true>();
  });

  test('ignores index signatures and the spelling of an optional field', () => {
    expectTypeOf<Same<Example, Example & { [field: string]: unknown }>>().toEqualTypeOf<true>();
    expectTypeOf<Same<{ a?: string }, { a?: string | undefined }>>().toEqualTypeOf<true>();
    expectTypeOf<Same<{ a?: never }, { a?: undefined }>>().toEqualTypeOf<true>();
  });

  test('notices a field that is missing', () => {
    expectTypeOf<Same<Example, Omit<Example, 'note'>>>().toEqualTypeOf<false>();
    expectTypeOf<Same<Example, Example & { more?: string }>>().toEqualTypeOf<false>();
  });

  test('notices a field that is optional', () => {
    expectTypeOf<Same<Example, Partial<Example>>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: string | undefined }, { a?: string }>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: unknown }, { a?: unknown }>>().toEqualTypeOf<false>();
  });

  test('notices another type', () => {
    expectTypeOf<Same<Example, Omit<Example, 'id'> & { id: number }>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: string | null }, { a: string }>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: 'x' | 'y' }, { a: 'x' }>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: 'x' }, { a: string }>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: unknown }, { a: string }>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: Date }, { a: string | Date }>>().toEqualTypeOf<false>();
  });

  test('notices a nested difference', () => {
    type Other = Omit<Example, 'lines'> & { lines: { amount: number }[] };
    expectTypeOf<Same<Example, Other>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: string[] }, { a: readonly string[] }>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: string } | { b: string }, { a: string }>>().toEqualTypeOf<false>();
  });
});
