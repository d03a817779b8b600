import type { Order, OrderCreateParams } from '../../entities/order.js';
import type { ReservationCreateParams } from '../../entities/reservation.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { isText } from '../../options/checks.js';
import type { OutboxRef } from './entry.js';

/** Identifies a reference in a `Map`, or as the name of a file. */
export function keyOf({ keyRef, partner, reference }: OutboxRef): string {
  return JSON.stringify([keyRef, partner, reference]);
}

/** Returns the reference of an order that an event is about. */
export function refOf(keyRef: string, { partnerInfo, partnerReservationInfo }: Order): OutboxRef | undefined {
  const partner = partnerInfo?.partnerChannel ?? partnerReservationInfo?.partnerName;
  const reference = partnerInfo?.orderId ?? partnerReservationInfo?.reservationId;
  return partner && reference ? { keyRef, partner, reference } : undefined;
}

/** Returns the reference of an order to add. */
export function refOfOrder(keyRef: string, order: OrderCreateParams): OutboxRef {
  const { partnerChannel: partner, orderId: reference } = Object(order?.partnerInfo);
  checkTexts('The order was not added', { keyRef, partnerChannel: partner, orderId: reference });
  return { keyRef, partner, reference };
}

/** Returns the reference of a reservation to add. */
export function refOfReservation(keyRef: string, reservation: ReservationCreateParams): OutboxRef {
  const { partnerName: partner, reservationId: reference } = Object(reservation?.partnerReservationInfo);
  checkTexts('The order was not added', { keyRef, partnerName: partner, reservationId: reference });
  return { keyRef, partner, reference };
}

export function assertSame(ref: OutboxRef, completed: OutboxRef): void {
  assertValid('The order was not added', {
    complete: keyOf(ref) === keyOf(completed) || 'must keep the platform and the number',
  });
}

/** Finds a misspelled field, which would be a reference without an entry. */
export function checkRef(ref: OutboxRef): void {
  const { keyRef, partner, reference } = Object(ref);
  checkTexts('The reference is invalid', { keyRef, partner, reference });
}

function checkTexts(message: string, texts: Readonly<Record<string, unknown>>): void {
  const verdicts = Object.entries(texts).map(([name, text]) => [
    name,
    isText(text) || 'must be a non-empty string',
  ]);
  assertValid(message, Object.fromEntries(verdicts));
}
