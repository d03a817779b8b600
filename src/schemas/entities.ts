import * as z from 'zod/mini';
import { goodsReceiptStatuses } from '../entities/goods-receipt.js';
import {
  array,
  boolean,
  documented,
  integer,
  looseObject,
  number,
  openEnum,
  string,
  timestamp,
} from './fields.js';

/** Validates the type of a channel. API specification: Resources › Channel. */
export const channelTypeSchema = openEnum(['partner', 'dine-in']);

/** Validates a channel. API specification: Resources › Channel. */
export const channelSchema = looseObject({ id: string, type: documented(channelTypeSchema) });

/** Validates a menu: any object. API specification: Resources › Menu. */
export const menuSchema = looseObject({});

/** Validates a photo of a base menu item. API specification: Resources › Base menu. */
export const baseMenuPhotoSchema = looseObject({ itemImage: documented(string) });

/** Validates an item of a base menu. API specification: Resources › Base menu. */
export const baseMenuItemSchema = looseObject({ photos: documented(array(baseMenuPhotoSchema)) });

/** Validates a base menu. API specification: Resources › Base menu. */
export const baseMenuSchema = looseObject({ menuItems: documented(array(baseMenuItemSchema)) });

/** Validates the method of a payment. API specification: Resources › Payment. */
export const offlineMethodSchema = openEnum(['card']);

/** Validates a payment. API specification: Resources › Payment. */
export const paymentSchema = looseObject({
  offlineMethod: documented(offlineMethodSchema),
  amount: documented(number),
  currency: documented(string),
  externalId: documented(string),
  created: documented(timestamp),
  customerName: documented(string),
});

/** Validates the booking system's reference of an order. API specification: Resources › Reservation info. */
export const partnerReservationInfoSchema = looseObject({
  partnerName: documented(string),
  reservationId: documented(string),
  firstName: documented(string),
  lastName: documented(string),
  email: documented(string),
  phoneNumber: documented(string),
  note: documented(string),
});

/** Validates the status of an order. API specification: States › Order statuses. */
export const orderStatusSchema = openEnum(['open', 'inKitchen', 'readyForPickup', 'complete', 'cancelled']);

/** Validates the ordering platform's reference of an order. API specification: Resources › Order. */
export const partnerInfoSchema = looseObject({
  partnerChannel: documented(string),
  orderId: documented(string),
});

/** Validates an option of an order line. API specification: Resources › Order item. */
export const orderItemOptionSchema = looseObject({
  optionId: documented(string),
  quantity: documented(integer),
});

/** Validates a line of an order. API specification: Resources › Order item. */
export const orderItemSchema = looseObject({
  menuItemId: documented(string),
  quantity: documented(integer),
  customerName: documented(string),
  options: documented(array(orderItemOptionSchema)),
});

/** Validates a discount on an order. API specification: Resources › Order. */
export const appliedDiscountSchema = looseObject({ name: documented(string) });

/** Validates an order. API specification: Resources › Order. */
export const orderSchema = looseObject({
  id: string,
  status: documented(orderStatusSchema),
  channelId: documented(string),
  guestCount: documented(integer),
  partnerInfo: documented(partnerInfoSchema),
  partnerReservationInfo: documented(partnerReservationInfoSchema),
  items: documented(array(orderItemSchema)),
  payments: documented(array(paymentSchema)),
  appliedDiscounts: documented(array(appliedDiscountSchema)),
});

/** Validates the actor of an action. API specification: Resources › Order action log entry. */
export const actionLogActorSchema = looseObject({
  type: documented(string),
  id: documented(string),
  name: documented(string),
  role: documented(string),
});

/** Validates an entry in an action log. API specification: Resources › Order action log entry. */
export const actionLogEntrySchema = looseObject({
  action: documented(string),
  actor: documented(actionLogActorSchema),
  metadata: documented(looseObject({})),
  created: documented(timestamp),
});

/** Validates the status of a goods receipt. API specification: States › Goods receipt statuses. */
export const goodsReceiptStatusSchema = openEnum(goodsReceiptStatuses);

/** Validates the supplier of a goods receipt. API specification: Resources › Goods receipt. */
export const supplierSchema = looseObject({
  supplierId: documented(string),
  name: documented(string),
  address: z.optional(z.unknown()),
});

/** Validates a line of a goods receipt. API specification: Resources › Goods receipt, line item fields. */
export const goodsReceiptLineSchema = looseObject({
  totalPrice: documented(number),
  discountAmount: documented(number),
  taxRateName: documented(string),
  taxRate: documented(number),
  taxRateKind: documented(string),
  taxAmount: documented(number),
  pricePerUnit: documented(number),
  inventoryUom: documented(string),
});

/** Validates a goods receipt. API specification: Resources › Goods receipt. */
export const goodsReceiptSchema = looseObject({
  id: string,
  goodsReceiptNumber: documented(string),
  status: documented(goodsReceiptStatusSchema),
  created: documented(timestamp),
  deliveryDate: documented(string),
  supplier: documented(supplierSchema),
  items: documented(array(goodsReceiptLineSchema)),
  totalPrice: documented(number),
  discount: documented(number),
  shippingFee: documented(number),
  tax: documented(number),
  total: documented(number),
  isTaxInclusive: documented(boolean),
});
