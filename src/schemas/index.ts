/**
 * Contains the zod schemas of entities and requests.
 *
 * The schemas use `zod/mini`. Each has `parse`, `safeParse` and the Standard Schema interface, and works inside schemas of `zod`
 * and of `zod/mini`. Methods of `zod` such as `extend` and `optional` are functions of `zod/mini`. `parse` throws a
 * `z.core.$ZodError`.
 * @example
 * ```ts
 * import { orderSchema } from 'outlet-open-api/schemas';
 * import * as z from 'zod';
 *
 * const exportSchema = z.object({ orders: z.array(orderSchema) });
 * ```
 * @packageDocumentation
 */
export type { OpenEnum } from '../entities/field-types.js';
export * from './entities.js';
export * from './requests.js';
