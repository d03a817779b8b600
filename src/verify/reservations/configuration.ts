import type { Action, CommonActions, StateCall, VerificationOptions } from '../settings.js';

/** The contact of a guest. A walk-in has none. */
export interface ReservationGuest {
  /** The first name. */
  readonly firstName: string;
  /** The last name. */
  readonly lastName: string;
  /** In international format. */
  readonly phoneNumber: string;
}

/** A deposit that a guest has paid. */
export interface Deposit {
  /** Such as 17.31. */
  readonly amount: number;
  /** The code of the currency of the outlet. */
  readonly currency: string;
}

/** What hosts do in a booking system. */
export interface ReservationsActions extends CommonActions {
  /**
   * Seats guests: opens the order of a reservation at the outlet. After a status from 200 to 299, the outlet must have the order exactly once,
   * whatever happens. The statuses 400, 403, 404, 409, 410 and 422 reject it; a 409 also accepts the repeat of a request. After any other failure, the
   * suite repeats the request.
   */
  readonly seat: Action<{
    /** Your own ID of the reservation, which your backend sends as `partnerReservationInfo.reservationId`. */
    readonly reservationId: string;
    /** The ID of the table's channel, such as `table-1`. */
    readonly channelId: string;
    /** How many guests there are. */
    readonly guestCount: number;
    /** Who reserved; `undefined` for a walk-in. */
    readonly guest: ReservationGuest | undefined;
    /** What the guest paid before; `undefined` without a deposit. */
    readonly deposit: Deposit | undefined;
  }>;
  /** Changes a reservation. A status from 200 to 299 promises that the change reaches the outlet, if the order is still open. */
  readonly change: Action<
    {
      /** Your own ID of the reservation. */
      readonly reservationId: string;
      /** The order's ID in the API; `undefined` if the outlet does not have it yet. */
      readonly id: string | undefined;
    } & ReservationChange
  >;
  /**
   * Cancels a reservation. After a status from 200 to 299 other than 202, its order is cancelled. A 202 says that the state will show
   * whether it was. The statuses 400, 403, 404, 409, 410 and 422 say that it is too late; a 409 also accepts the repeat of a cancellation.
   */
  readonly cancel: Action<{
    /** Your own ID of the reservation. */
    readonly reservationId: string;
    /** The order's ID in the API; `undefined` if the outlet does not have it yet. */
    readonly id: string | undefined;
  }>;
  /** Reads the tables again. Default: none, because the suite also sends `channels.published`. */
  readonly refreshTables?: Action | undefined;
  /**
   * Runs the job that finds changes whose webhooks were lost, and resolves when it is done. If your backend does so at every start,
   * pass `({ restart }) => restart()`. Default: none, so the suite skips the scenario `lost-webhooks`.
   */
  readonly sweep?: Action | undefined;
}

/** The fields that change. The others must keep the values that they have at the outlet. */
export interface ReservationChange {
  /** The channel ID of the new table. */
  readonly channelId?: string | undefined;
  /** The new number of guests. */
  readonly guestCount?: number | undefined;
  /** What changes of the contact. */
  readonly guest?: Partial<ReservationGuest> | undefined;
}

/** A reservation as your backend knows it. */
export interface BackendReservation {
  /** Your own ID of the reservation. */
  readonly reservationId: string;
  /** The ID of the order in the API. It is missing until it is known. */
  readonly id?: string | undefined;
  /** The status in the words of the API. A reservation without an order at the outlet can have another status, such as `rejected`. */
  readonly status: string;
  /** The channel ID of the table. */
  readonly channelId?: string | undefined;
  /** How many guests there are. */
  readonly guestCount?: number | undefined;
  /** The `total` of the order, which the API specification does not define. Omit it if your backend does not show totals. */
  readonly total?: number | undefined;
}

/** A backend for Reservations. */
export interface ReservationsVerification extends VerificationOptions {
  /** What the backend does. */
  readonly useCase: 'reservations';
  /** What hosts do. */
  readonly actions: ReservationsActions;
  /** What your backend knows. */
  readonly state: {
    /** Returns the reservations that your backend knows. */
    readonly reservations: StateCall<BackendReservation>;
  };
}
