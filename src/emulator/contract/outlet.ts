import { z } from 'zod';
import type { FakeOutletDetails } from '../../fake/index.js';
import { type RouteTable, result } from './route.js';

export const outletDetailRoutes = {
  'GET /overview': {
    summary: 'Returns the state of the outlet, and counts what happened in the last minute.',
    result: result<Overview>(),
  },
  'GET /details': { summary: 'Returns the details of the outlet.', result: result<OutletView>() },
  'PATCH /details': {
    summary: 'Changes details of the outlet, and sends outlet.updated.',
    body: z.strictObject({
      name: z.string().trim().min(1, 'Enter a name.').exactOptional(),
      address: z.string().trim().exactOptional(),
      phoneNumber: z.string().trim().exactOptional(),
    }),
  },
} as const satisfies RouteTable;

export interface OutletView {
  readonly outletId: string;
  readonly merchantId: string;
  readonly currency: string;
  readonly details: FakeOutletDetails;
}

export interface Overview {
  readonly version: string;
  readonly baseUrl: string;
  readonly outletId: string;
  readonly outletName: string;
  /** The outlets of the emulator, in the order in which they were added. */
  readonly outlets: readonly { readonly outletId: string; readonly name: string }[];
  readonly now: string;
  readonly clockAheadBy: number;
  readonly isClockHeld: boolean;
  readonly hostile: boolean;
  readonly rateLimited: boolean;
  /** The number of orders with each status, in the order of the board. */
  readonly orders: readonly { readonly status: string; readonly count: number }[];
  /** The orders that keys created with the same reference as another order, without the first of each reference. */
  readonly createdTwice: readonly { readonly orderId: string; readonly title: string }[];
  readonly unpublished: { readonly menu: boolean; readonly channels: boolean };
  /** In the last minute. */
  readonly requests: { readonly total: number; readonly failed: number; readonly rejected: number };
  /** The events that were sent in the last minute, and how many of all events failed after their last attempt, or wait for a retry. */
  readonly deliveries: { readonly total: number; readonly failed: number; readonly retrying: number };
  readonly activeFaults: number;
  /** The interval of the autopilot; `undefined` if it is off. */
  readonly autopilotInterval: number | undefined;
  readonly keysWithoutWebhookUrl: number;
}
