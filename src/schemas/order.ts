import { array, documented, looseObject, number, openEnum, string } from './fields.js';
import { paymentSchema } from './payment.js';
import { partnerReservationInfoSchema } from './reservation.js';

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
  quantity: documented(number),
});

/** Validates a line of an order. API specification: Resources › Order item. */
export const orderItemSchema = looseObject({
  menuItemId: documented(string),
  quantity: documented(number),
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
  guestCount: documented(number),
  partnerInfo: documented(partnerInfoSchema),
  partnerReservationInfo: documented(partnerReservationInfoSchema),
  items: documented(array(orderItemSchema)),
  payments: documented(array(paymentSchema)),
  appliedDiscounts: documented(array(appliedDiscountSchema)),
});
