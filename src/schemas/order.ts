import { array, documented, looseObject, number, openEnum, string } from './fields.js';
import { paymentSchema } from './payment.js';
import { partnerReservationInfoSchema } from './reservation.js';

/** Specification: "Order statuses". */
export const orderStatusSchema = openEnum(['open', 'inKitchen', 'readyForPickup', 'complete', 'cancelled']);

/** Specification: "Resources and their fields", Order. */
export const partnerInfoSchema = looseObject({
  partnerChannel: documented(string),
  orderId: documented(string),
});

/** Specification: "Order item". */
export const orderItemOptionSchema = looseObject({
  optionId: documented(string),
  quantity: documented(number),
});

/** Specification: "Order item". */
export const orderItemSchema = looseObject({
  menuItemId: documented(string),
  quantity: documented(number),
  customerName: documented(string),
  options: documented(array(orderItemOptionSchema)),
});

/** Specification: "Resources and their fields", Order. */
export const appliedDiscountSchema = looseObject({ name: documented(string) });

/** Specification: "Resources and their fields", Order. */
export const orderSchema = looseObject({
  id: string,
  status: documented(orderStatusSchema),
  channelId: documented(string),
  guestCount: documented(number),
  partnerInfo: documented(partnerInfoSchema),
  partnerReservationInfo: documented(partnerReservationInfoSchema),
  items: documented(array(orderItemSchema)),
  payments: documented(array(paymentSchema)),
  appliedDiscounts: documented(array(appliedDiscountSchema)),
});
