import type { AssumptionOptions } from 'outlet-open-api/testing';
import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { assumptionPatch, assumptionSchema } from '../../../src/emulator/assumption-schema.js';
import type { Same } from './same.js';

/** Lists of zod are mutable. */
type Mutable<T> = T extends object ? { -readonly [Name in keyof T]: Mutable<T[Name]> } : T;

test('the schemas of assumptions result in options of the fake', () => {
  type Options = Mutable<AssumptionOptions>;
  expectTypeOf<Same<z.output<typeof assumptionSchema>, Options>>().toEqualTypeOf<true>();
  expectTypeOf<Same<z.output<typeof assumptionPatch>, Options>>().toEqualTypeOf<true>();
});
