import * as z from 'zod/mini';
import { goodsReceiptStatuses } from '../entities/goods-receipt.js';
import { channelTypeSchema, offlineMethodSchema } from './entities.js';
import { array, integer, looseObject, number, string, timestamp } from './fields.js';

// In a separate module, because a client loads only the schemas of responses.

/** An object of a request. Undocumented fields are removed. */
const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object(shape, 'must be an object');

const closedEnum = <const Known extends string>(known: readonly Known[]) =>
  z.enum(known, `must be ${known.join(' or ')}`);

const leftOut = z.optional(z.never('must be left out'));

const timestampInput = z.union([timestamp, z.date()], 'must be a Date or a string');

/** Validates a payment of a new order. API specification: Endpoints › `POST /orders`. */
export const orderPaymentParamsSchema = object({
  offlineMethod: offlineMethodSchema,
  amount: number,
  currency: z.optional(string),
  externalId: z.optional(string),
  created: z.optional(timestampInput),
  customerName: z.optional(string),
});

/** Validates a deposit. API specification: Endpoints › `POST /orders/reservations`. */
export const reservationPaymentParamsSchema = z.extend(orderPaymentParamsSchema, { customerName: leftOut });

/** Validates the booking system's reference of a new order. API specification: Endpoints › `POST /orders/reservations`. */
export const partnerReservationInfoParamsSchema = object({
  partnerName: string,
  reservationId: string,
  firstName: z.optional(string),
  lastName: z.optional(string),
  email: z.optional(string),
  phoneNumber: z.optional(string),
});

/** Validates the body of `reservations.create`. API specification: Endpoints › `POST /orders/reservations`. */
export const reservationCreateParamsSchema = object({
  channelId: string,
  guestCount: integer,
  partnerReservationInfo: partnerReservationInfoParamsSchema,
  payments: z.optional(array(reservationPaymentParamsSchema)),
});

/** Validates changes of contact data. API specification: Endpoints › `PUT /orders/reservations/{id}`. */
export const reservationInfoChangesSchema = object({
  firstName: z.optional(string),
  lastName: z.optional(string),
  email: z.optional(string),
  phoneNumber: z.optional(string),
  note: z.optional(string),
  partnerName: leftOut,
  reservationId: leftOut,
});

/** Validates changes of a reservation order. API specification: Endpoints › `PUT /orders/reservations/{id}`. */
export const reservationChangesSchema = object({
  channelId: z.optional(string),
  guestCount: z.optional(integer),
  partnerReservationInfo: z.optional(reservationInfoChangesSchema),
  status: leftOut,
});

/** Validates the cancellation of a reservation order. API specification: Endpoints › `PUT /orders/reservations/{id}`, rule 1. */
export const reservationCancellationSchema = z.strictObject(
  {
    status: z.literal('cancelled', "must be 'cancelled'"),
    channelId: leftOut,
    guestCount: leftOut,
    partnerReservationInfo: leftOut,
  },
  "must be { status: 'cancelled' } alone",
);

/** Validates the body of `reservations.update`. API specification: Endpoints › `PUT /orders/reservations/{id}`. */
export const reservationUpdateParamsSchema = z.union(
  [reservationCancellationSchema, reservationChangesSchema],
  "must be { status: 'cancelled' } alone, or changes without a status",
);

/** Validates the ordering platform's reference of a new order. API specification: Endpoints › `POST /orders`. */
export const partnerInfoParamsSchema = object({ partnerChannel: string, orderId: string });

/** Validates an option of a new order line. API specification: Endpoints › `POST /orders`. */
export const orderItemOptionParamsSchema = object({ optionId: string, quantity: integer });

/** Validates a line of a new order. API specification: Endpoints › `POST /orders`. */
export const orderItemParamsSchema = object({
  menuItemId: string,
  quantity: integer,
  customerName: z.optional(string),
  options: z.optional(array(orderItemOptionParamsSchema)),
});

/** Validates a discount on a new order. API specification: Endpoints › `POST /orders`. */
export const appliedDiscountParamsSchema = looseObject({ name: z.optional(string) });

/** Validates the body of `orders.create`. API specification: Endpoints › `POST /orders`. */
export const orderCreateParamsSchema = object({
  channelId: string,
  partnerInfo: partnerInfoParamsSchema,
  items: array(orderItemParamsSchema),
  payments: z.optional(array(orderPaymentParamsSchema)),
  appliedDiscounts: z.optional(array(appliedDiscountParamsSchema)),
});

/** Validates the body of `orders.update`. API specification: Endpoints › `PUT /orders/:id`. */
export const orderUpdateParamsSchema = object({ status: closedEnum(['cancelled']) });

const textOrNumber = z.union([string, number], 'must be a string or a number');

/** Validates the body of `orders.import`. API specification: Endpoints › `POST /orders/import`. */
export const orderImportParamsSchema = looseObject({
  externalOrderSource: string,
  orderDate: z.optional(timestampInput),
  paidAt: z.optional(timestampInput),
  number: z.optional(textOrNumber),
  receiptNumber: z.optional(textOrNumber),
});

/** Validates the query of `orders.list`. API specification: Endpoints › `GET /orders`. */
export const orderListParamsSchema = object({
  from: timestampInput,
  to: z.optional(timestampInput),
  status: z.optional(closedEnum(['complete', 'cancelled'])),
});

/** Validates the query of `menus.get`. API specification: Endpoints › `GET /menus`. */
export const menuGetParamsSchema = object({
  channelType: channelTypeSchema,
  partnerChannel: z.optional(string),
});

/** Validates the query of `actionLogs.list`. API specification: Endpoints › `GET /orders/action-logs`. */
export const actionLogListParamsSchema = object({
  from: timestampInput,
  to: z.optional(timestampInput),
  action: z.optional(string),
  actorId: z.optional(string),
  actorType: z.optional(string),
  channelId: z.optional(string),
  search: z.optional(string),
});

/** Validates a photo of a new base menu item. API specification: Endpoints › `POST /base-menus`. */
export const baseMenuPhotoParamsSchema = object({ itemImage: string });

/** Validates an item of a new base menu. API specification: Endpoints › `POST /base-menus`. */
export const baseMenuItemParamsSchema = looseObject({ photos: z.optional(array(baseMenuPhotoParamsSchema)) });

/** Validates the body of `baseMenus.create`. API specification: Endpoints › `POST /base-menus`. */
export const baseMenuCreateParamsSchema = looseObject({ menuItems: array(baseMenuItemParamsSchema) });

const requestedStatus = closedEnum(goodsReceiptStatuses);

/** Validates the query of `goodsReceipts.list`. API specification: Endpoints › `GET /inventory/goods-receipts`. */
export const goodsReceiptListParamsSchema = object({
  from: timestampInput,
  to: z.optional(timestampInput),
  status: z.optional(
    z.union(
      [requestedStatus, z.readonly(array(requestedStatus))],
      `must be one or a list of ${goodsReceiptStatuses.join(', ')}`,
    ),
  ),
  supplierId: z.optional(string),
  merchantId: z.optional(string),
  outletId: z.optional(string),
});
