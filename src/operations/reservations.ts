import type { Operation } from './operation.js';
import { allows, cancelStandsAlone, paymentTimesAreIso, reservationIdentityIsFixed } from './rules.js';

export const createReservation: Operation = {
  id: 'reservations.create',
  method: 'POST',
  path: '/orders/reservations',
  body: 'reservationCreateParams',
  response: 'order',
  responseKind: 'one',
  rules: [paymentTimesAreIso],
  summary: 'Open a reservation-linked order',
  since: '2.91.0',
};

export const updateReservation: Operation = {
  id: 'reservations.update',
  method: 'PUT',
  path: '/orders/reservations/{orderId}',
  body: 'reservationUpdateParams',
  response: 'order',
  responseKind: 'one',
  rules: [allows('status', 'cancelled'), cancelStandsAlone, reservationIdentityIsFixed],
  summary: 'Update a reservation-linked order',
  since: '2.91.0',
};
