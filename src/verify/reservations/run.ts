import type { Payment } from '../../entities/index.js';
import { type Environment, someItems } from '../environment.js';
import { createGuests, type GuestRequest, type GuestRun, isAccepted } from '../guests.js';
import { requestsOf } from '../shared-checks.js';
import { republish, staffStep, takeStep, untilShown } from '../staff.js';
import { until } from '../waiting.js';
import type {
  BackendReservation,
  Deposit,
  ReservationChange,
  ReservationGuest,
  ReservationsActions,
} from './configuration.js';

/** What a table and a number of guests can be at the outlet. There are several if two changes ran at the same time. */
interface Expected {
  channelId: readonly string[];
  guestCount: readonly number[];
}

/** A reservation of a scenario. The outlet rejects it if its channel is not a table. */
export interface Reservation extends GuestRequest {
  readonly channelId: string;
  readonly guestCount: number;
  readonly deposit: Deposit | undefined;
  /** When the suite sent it first, in milliseconds since the epoch. */
  readonly began: number;
  /** The payments of its order when it was first looked for, before the staff takes what is left to pay. */
  depositsAtOutlet?: readonly Payment[] | undefined;
  /** The contact that the outlet must have; `undefined` for a walk-in. */
  guest: ReservationGuest | undefined;
  readonly expected: Expected;
  /** Why the backend did not accept a change. */
  failedChange?: string | undefined;
}

interface NewSeating {
  readonly channelId?: string;
  readonly guestCount?: number;
  readonly hasDeposit?: boolean;
  readonly isWalkIn?: boolean;
  readonly isInvalid?: boolean;
  readonly secondPort?: number | undefined;
}

/** A scenario of Reservations: hosts work in the backend, and the staff in the outlet. */
export interface ReservationsRun extends GuestRun<Reservation> {
  /** Seats guests at a table. Default: two guests at a random one, with a contact of their own and without a deposit. */
  seat(seating?: NewSeating): Promise<Reservation>;
  /** Changes a reservation in the backend. */
  change(reservation: Reservation, change: ReservationChange): Promise<void>;
  /** Moves guests in the backend to a table that the outlet does not have, and waits until the backend knows that. */
  tryToMove(reservation: Reservation, channelId: string): Promise<void>;
  /** Moves guests and changes their number, as the staff does. */
  changeByStaff(reservation: Reservation, change: Pick<ReservationChange, 'channelId' | 'guestCount'>): void;
  /** Adds items to the bill, as the staff does. */
  order(reservation: Reservation): void;
  refreshTables(): Promise<void>;
}

export function createReservationsRun(
  environment: Environment,
  actions: ReservationsActions,
  readState: () => Promise<readonly BackendReservation[]>,
  earlier: readonly ReservationsRun[],
): ReservationsRun {
  const { fake, at, guest, random, settleTimeout, timeline } = environment;
  // The merchant removes table 6 for a while.
  const anyTable = () => `table-${random.integer(1, 5)}`;

  /** Each has a contact of their own, and two a last name. */
  const guestOf = (number: number): ReservationGuest => ({
    firstName: `${guest.firstName}-${number}`,
    lastName: `${guest.lastName}-${Math.floor(number / 2)}`,
    phoneNumber: `${guest.phoneNumber}${String(number).padStart(3, '0')}`,
  });

  const guests = createGuests<Reservation>(environment, earlier, {
    send({ reference: reservationId, channelId, guestCount, guest, deposit }, port) {
      const argument = { reservationId, channelId, guestCount, guest, deposit };
      return environment.perform('seat', actions.seat, argument, port);
    },
    cancel: ({ reference: reservationId }, id) =>
      environment.perform('cancel', actions.cancel, { reservationId, id }),
    sweep: actions.sweep,
    referenceOf: ({ partnerReservationInfo }) => partnerReservationInfo?.reservationId,
    onLook(reservation, order) {
      reservation.depositsAtOutlet ??= order?.payments;
    },
  });
  const { requests: reservations } = guests;

  const run: ReservationsRun = {
    ...guests,
    seat({
      channelId = anyTable(),
      guestCount = 2,
      hasDeposit = false,
      isWalkIn = false,
      isInvalid = false,
      secondPort,
    } = {}) {
      const reference = environment.newReference();
      const number = Number(reference.split('-').at(-1));
      const reservation: Reservation = {
        reference,
        channelId,
        guestCount,
        deposit: hasDeposit ? { amount: (1_731 + number) / 100, currency: 'EUR' } : undefined,
        began: Date.now(),
        guest: isWalkIn ? undefined : guestOf(number),
        expected: { channelId: [channelId], guestCount: [guestCount] },
        isInvalid,
        answer: 'failed',
        reason: undefined,
      };
      return guests.send(reservation, secondPort);
    },
    async change(reservation, change) {
      const { reference: reservationId, expected } = reservation;
      const before = { ...expected };
      const contact = reservation.guest;
      if (change.channelId !== undefined) expected.channelId = [change.channelId];
      if (change.guestCount !== undefined) expected.guestCount = [change.guestCount];
      if (contact && change.guest) reservation.guest = { ...contact, ...change.guest };
      const argument = { reservationId, id: run.atOutlet(reservation)[0]?.id, ...change };
      const { answer, reason } = await guests.repeat(() =>
        environment.perform('change', actions.change, argument),
      );
      if (isAccepted({ answer })) return;
      Object.assign(expected, before);
      reservation.guest = contact;
      if (!reservation.isForeign) reservation.failedChange = reason;
    },
    async tryToMove(reservation, channelId) {
      const { reference: reservationId } = reservation;
      const [order] = run.atOutlet(reservation);
      if (!order) return;
      const argument = { reservationId, id: order.id, channelId };
      const { answer } = await guests.repeat(() => environment.perform('change', actions.change, argument));
      const isRejected = () =>
        requestsOf(run).some(
          ({ method, path, status }) => method === 'PUT' && path.endsWith(order.id) && status === 400,
        );
      if (isAccepted({ answer })) await until(isRejected, 10_000, 100);
    },
    changeByStaff(reservation, { channelId, guestCount }) {
      const { expected } = reservation;
      for (const { id, ...before } of run.atOutlet(reservation)) {
        // A change of the backend that is still on its way can come later.
        if (channelId !== undefined) {
          timeline.note(`staff${at}: moves ${id} to ${channelId}`, id);
          expected.channelId = [channelId, ...expected.channelId.filter((one) => one !== before.channelId)];
          fake.orders.moveTable(id, channelId);
        }
        if (guestCount !== undefined) {
          timeline.note(`staff${at}: changes the guests of ${id} to ${guestCount}`, id);
          const pending = expected.guestCount.filter((one) => one !== before.guestCount);
          expected.guestCount = [guestCount, ...pending];
          fake.orders.changeGuests(id, guestCount);
        }
      }
    },
    order(reservation) {
      for (const { id, items } of run.atOutlet(reservation)) {
        timeline.note(`staff${at}: adds items to ${id}`, id);
        fake.orders.changeTotals(id, { items: [...items, ...someItems(environment)] });
      }
    },
    async refreshTables() {
      if (actions.refreshTables) await environment.perform('refreshTables', actions.refreshTables, {});
    },
    async open(secondPort) {
      const seatings = [
        { hasDeposit: true },
        { guestCount: 4, hasDeposit: true },
        { guestCount: 3 },
        { isWalkIn: true },
      ];
      const seated = await Promise.all(seatings.map((seating) => run.seat({ ...seating, secondPort })));
      await Promise.all(seated.filter(isAccepted).map(run.arrival));
    },
    async finish() {
      const [cancelled, changed, moved, walkIn] = open().filter(({ cancellation }) => !cancellation);
      if (cancelled) await run.cancel(cancelled);
      if (changed) {
        const wish = { channelId: otherTable(changed), guestCount: 5, guest: { firstName: 'Chloé' } };
        await run.change(changed, wish);
        // The staff must not be faster than the change.
        const hasArrived = () => run.atOutlet(changed)[0]?.guestCount === 5;
        if (changed.failedChange === undefined) await until(hasArrived, settleTimeout, 100);
        run.order(changed);
      }
      if (moved) {
        run.changeByStaff(moved, { channelId: otherTable(moved), guestCount: 4 });
        run.order(moved);
        await untilShown(environment, () => isShown(moved));
      }
      if (walkIn) {
        run.order(walkIn);
        await staffStep(environment, 'cancel', idsOf(walkIn));
      }
      // A cancellation can still be on its way.
      const kept = open().filter(({ cancellation }) => !cancellation);
      for (const step of ['inKitchen', 'ready', 'complete'] as const) {
        await staffStep(environment, step, kept.flatMap(idsOf));
        const watched = kept[0];
        if (watched) await untilShown(environment, () => isShown(watched));
      }
    },
    async changeEnded() {
      const [reopened, cancelled] = reservations.filter((each) => statusOf(each) === 'complete');
      if (cancelled) await staffStep(environment, 'cancel', idsOf(cancelled));
      if (!reopened) return;
      await staffStep(environment, 'reopen', idsOf(reopened));
      run.order(reopened);
      await staffStep(environment, 'complete', idsOf(reopened));
    },
    async completeOne() {
      const ids = open().slice(-1).flatMap(idsOf);
      await staffStep(environment, 'complete', ids);
      return ids[0];
    },
    async twoChanges() {
      await run.open();
      const last = reservations.at(-1);
      const [id] = last ? idsOf(last) : [];
      if (!last || id === undefined) return undefined;
      return {
        id,
        first: () => takeStep(environment, 'inKitchen', id),
        second: () => takeStep(environment, 'complete', id),
      };
    },
    async burst() {
      await run.open();
      await run.finish();
      await republish(environment, run.orderIds(), () => 'order.statusUpdated');
    },
  };

  const idsOf = (reservation: Reservation) => run.atOutlet(reservation).map(({ id }) => id);
  const statusOf = (reservation: Reservation) => run.atOutlet(reservation)[0]?.status;
  const open = () =>
    reservations.filter((reservation) => statusOf(reservation) === 'open' && !reservation.isForeign);
  const otherTable = ({ channelId }: Reservation) => (channelId === 'table-1' ? 'table-2' : 'table-1');

  async function isShown(reservation: Reservation): Promise<boolean> {
    const [order] = run.atOutlet(reservation);
    const known = (await readState()).find((each) => each.reservationId === reservation.reference);
    return (
      known?.status === order?.status &&
      known?.channelId === order?.channelId &&
      known?.guestCount === order?.guestCount
    );
  }
  return run;
}
