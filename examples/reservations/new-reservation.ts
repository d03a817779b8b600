import type { ReservationCreateParams } from 'outlet-open-api';

/** Returns a reservation of four guests who have arrived, and have paid a deposit. */
export function newReservation(channelId: string, reservationId: string): ReservationCreateParams {
  return {
    channelId,
    guestCount: 4,
    partnerReservationInfo: {
      partnerName: 'bookable',
      reservationId,
      firstName: 'Grace',
      lastName: 'Example',
      phoneNumber: '+4915100000000',
    },
    payments: [
      {
        offlineMethod: 'card',
        amount: 20,
        currency: 'EUR',
        externalId: `deposit-${reservationId}`,
        created: new Date(),
      },
    ],
  };
}
