import type { ZodType, z } from 'zod';
import { fakeTopics } from '../../fake/index.js';
import { deliveryRoutes } from './deliveries.js';
import { emulatorRoutes } from './emulator.js';
import { faultRoutes } from './faults.js';
import { goodsReceiptRoutes } from './goods-receipts.js';
import { keyRoutes } from './keys.js';
import { menuRoutes } from './menus.js';
import { orderRoutes } from './orders.js';
import { outletDetailRoutes } from './outlet.js';
import { requestRoutes } from './requests.js';

/*
 * The control API: what the dashboard and programs in any language read from the emulator and ask it to do. Times are ISO 8601 in UTC, on
 * the clock of the emulator. Durations are in milliseconds.
 */

/** The routes about one outlet, below `/outlets/{outletId}`. The first outlet also has the ID `default`. */
export const outletRoutes = {
  ...outletDetailRoutes,
  ...orderRoutes,
  ...menuRoutes,
  ...goodsReceiptRoutes,
  ...keyRoutes,
  ...requestRoutes,
  ...deliveryRoutes,
  ...faultRoutes,
};

export { emulatorRoutes };

type OutletRoutes = typeof outletRoutes;
export type EmulatorRoutes = typeof emulatorRoutes;
export type ControlRoutes = OutletRoutes & EmulatorRoutes;

/** The name of a route, such as `GET /orders/{id}`. */
export type RouteName = keyof ControlRoutes;

/** What a route returns. */
export type Result<Name extends RouteName> = ControlRoutes[Name] extends { result: ZodType<infer Value> }
  ? Value
  : undefined;

/** The body as a program sends it: fields with a default can be missing. */
export type Body<Name extends RouteName> = ControlRoutes[Name] extends { body: infer Form extends ZodType }
  ? z.input<Form>
  : undefined;

/** The query after it is parsed. */
export type Query<Name extends RouteName> = ControlRoutes[Name] extends { query: infer Form extends ZodType }
  ? z.output<Form>
  : undefined;

/** What the dashboard shows. The stream at `/events` names the topics that have changed. */
export const topics = [...fakeTopics, 'requests'] as const;

/** A part of the data that can change. */
export type Topic = (typeof topics)[number];

/** The body of an error response, in the form of the API. */
export interface ControlError {
  readonly code: number;
  readonly message: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}
