import { documented, looseObject, string } from './fields.js';

/** Specification: "Reservation info (partnerReservationInfo)". */
export const partnerReservationInfoSchema = looseObject({
  partnerName: documented(string),
  reservationId: documented(string),
  firstName: documented(string),
  lastName: documented(string),
  email: documented(string),
  phoneNumber: documented(string),
  note: documented(string),
});
