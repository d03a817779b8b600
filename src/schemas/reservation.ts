import { documented, looseObject, string } from './fields.js';

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
