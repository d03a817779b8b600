import type { Payment } from '../../entities/index.js';
import { isRecord, parseJson } from '../../json.js';
import type { FakeOrder } from '../../testing/index.js';
import {
  compareCancellation,
  compareCount,
  eachRequest,
  liveStatuses,
  onlyRequestedOrders,
  readTheResponse,
} from '../guest-checks.js';
import { type Check, type Difference, examineEach, type Failure } from '../scenario.js';
import { requestsOf } from '../shared-checks.js';
import type { BackendReservation } from './configuration.js';
import type { Reservation, ReservationsRun } from './run.js';

type State = readonly BackendReservation[];

/** The advice if an order has the contact of another guest. */
const ownContact =
  'Keep the contact of a guest with the reservation, and not in a variable that several requests share.';

/** The advice if an order has another contact than its guest. */
const wholeContact =
  'Send the contact of each guest as it is, in UTF-8, and repeat a change until the outlet has it.';

/** Compares each reservation. */
const eachReservation = eachRequest<Reservation, BackendReservation>(({ reservationId }) => reservationId);

/** The fields that one update can change together with others. */
const contactFields = ['firstName', 'lastName', 'phoneNumber'] as const;

/** How much the clocks of two computers can differ, in milliseconds. */
const clockTolerance = 60_000;

/** The checks of a booking system. */
export const reservationChecks: readonly Check<ReservationsRun, State>[] = [
  {
    name: 'one-order-per-reservation',
    text: 'The backend accepts each valid reservation, and the outlet has one order for it, with its ID as partnerReservationInfo.reservationId. It has no order for an invalid one.',
    rule: 'Limits, idempotency rules 1 and 2',
    advice:
      'Store the reservation with an idempotency key before the first POST, and accept it. Send this key and the same body with every attempt until the API accepts or rejects the order, also after a restart. Set a time limit for each attempt. If a reservation is repeated, also at the same moment, open no second order.',
    examine: (run, state) => eachReservation(run, state, compareCount('seat')),
  },
  {
    name: 'no-other-order',
    text: 'Each order that the backend opens has the ID of a reservation as partnerReservationInfo.reservationId.',
    rule: 'Endpoints, POST /orders/reservations',
    advice: 'Send one POST for each reservation, with your own ID of it, also for a walk-in.',
    examine: (run) => onlyRequestedOrders(run, 'the ID of a reservation'),
  },
  {
    name: 'same-as-outlet',
    text: 'The backend knows the ID, the status, the table, the number of guests and, if it shows one, the total of each order. The status of a rejected reservation is none of an order.',
    rule: 'Flows, Reservations, step 4',
    advice:
      'Read the order after each of the four events, and keep the response that was requested last. Store events before you respond, and the state before the process can end.',
    examine: (run, state) =>
      // With two orders at the outlet, it is unclear which of them the backend knows.
      eachReservation(run, state, (reservation, [order, second], [known]) =>
        second ? null : compareState(reservation, order, known),
      ),
  },
  {
    name: 'last-change-wins',
    text: 'The order has the table, the number of guests and the contact of the last change, also if the staff made it. A walk-in has no contact of another guest.',
    rule: 'Endpoints, PUT /orders/reservations/{id}',
    advice:
      'Send only the fields that your own change is about, and repeat a change until the outlet has it, but not later. What you send overwrites what the staff changed.',
    guide: 'reservations.md#change-a-reservation',
    examine: (run, state) =>
      eachReservation(run, state, (reservation, orders) => compareChanges(run, reservation, orders)),
  },
  {
    name: 'update-rules',
    text: 'An update that cancels has no other field, and none changes partnerName or reservationId.',
    rule: 'Endpoints, PUT /orders/reservations/{id}, rules 1 and 2',
    advice: 'Send { "status": "cancelled" } alone, and leave the identity out of other updates.',
    guide: 'reservations.md#cancel-a-reservation',
    examine: (run) => examineEach(updatesOf(run), (update) => ruleBroken(run, update)),
  },
  {
    name: 'deposit-once',
    text: 'The outlet gets the order with the deposit of the guest, once, and with none if there is none. No update has payments. Each deposit has a reference of its own, and its time is right in UTC.',
    rule: 'Endpoints, POST /orders/reservations',
    advice:
      'Send the deposit as one of payments when you open the order, in the currency of the outlet. Each attempt to open it has the same body.',
    guide: 'reservations.md#deposits',
    examine: (run, state) =>
      eachReservation(run, state, (reservation, [order]) =>
        order ? compareDeposit(run, reservation, order) : null,
      ),
  },
  {
    name: 'cancellation',
    text: 'The backend confirms a cancellation only if the outlet cancels the order, and rejects none that is in time.',
    rule: 'Endpoints, PUT /orders/reservations/{id}',
    advice:
      'Confirm a cancellation after the API has accepted it, or respond with 202. Store the wish before you respond. If it is too late, respond with 409.',
    guide: 'reservations.md#cancel-a-reservation',
    examine: (run, state) => eachReservation(run, state, compareCancellation('cancel')),
  },
];

function compareState(
  { cancellation, isInvalid }: Reservation,
  order: FakeOrder | undefined,
  known: BackendReservation | undefined,
): Difference | undefined {
  if (!order) {
    const isWrong = (isInvalid || cancellation) && liveStatuses.includes(known?.status);
    const expected = 'a status that says that the outlet does not have the order';
    return isWrong ? { expected, found: String(known?.status) } : undefined;
  }
  if (!known) return { expected: order.status, found: 'missing in your backend' };
  const fields: readonly (readonly [string, unknown, unknown])[] = [
    ['id', order.id, known.id],
    ['status', order.status, known.status],
    ['channelId', order.channelId, known.channelId],
    ['guestCount', order.guestCount, known.guestCount],
    // The API specification does not define the total, so a backend can do without.
    ['total', order.total, known.total === undefined ? order.total : Math.round(known.total * 100) / 100],
  ];
  return differenceOf(fields);
}

/** The first field that differs. */
function differenceOf(
  fields: readonly (readonly [name: string, expected: unknown, found: unknown])[],
): Difference | undefined {
  const different = fields.find(([, expected, found]) => expected !== found);
  if (!different) return undefined;
  const [name, expected, found] = different;
  return { expected: `${name} ${expected}`, found: `${name} ${found}` };
}

function compareChanges(
  run: ReservationsRun,
  { guest, expected, failedChange, isForeign }: Reservation,
  [order, second]: readonly FakeOrder[],
): Difference | undefined {
  if (failedChange !== undefined)
    return {
      expected: 'change succeeds, because the order is open',
      found: failedChange,
      canHeal: false,
      advice: readTheResponse,
    };
  const ofWalkIn = order && !guest ? compareWalkIn(run, order) : undefined;
  if (ofWalkIn) return ofWalkIn;
  // A cancellation can drop the changes before it.
  if (!order || second || isForeign || order.status === 'cancelled') return undefined;
  const { channelId, guestCount, partnerReservationInfo } = order;
  const isExpected = (all: readonly unknown[], found: unknown) => all.includes(found);
  if (!isExpected(expected.channelId, channelId))
    return { expected: `channelId ${expected.channelId.join(' or ')}`, found: `channelId ${channelId}` };
  if (!isExpected(expected.guestCount, guestCount))
    return { expected: `guestCount ${expected.guestCount.join(' or ')}`, found: `guestCount ${guestCount}` };
  if (!guest) return undefined;
  const difference = differenceOf(
    contactFields.map((field) => [
      field,
      inOneForm(field, guest[field]),
      inOneForm(field, partnerReservationInfo?.[field]),
    ]),
  );
  return difference && { ...difference, advice: wholeContact };
}

/** Compares the contact of a walk-in, who has none. */
function compareWalkIn(
  { environment: { guest } }: ReservationsRun,
  { partnerReservationInfo }: FakeOrder,
): Difference | undefined {
  const { lastName, phoneNumber } = partnerReservationInfo ?? {};
  const isOfOther =
    lastName?.startsWith(guest.lastName) ||
    inOneForm('phoneNumber', phoneNumber).startsWith(guest.phoneNumber);
  if (!isOfOther) return undefined;
  const found = [lastName, phoneNumber].filter(Boolean).join(', ');
  return { expected: 'no contact, because it is a walk-in', found, canHeal: false, advice: ownContact };
}

/** A phone number can have characters that separate digits. */
function inOneForm(field: string, value: string | null | undefined): string {
  return field === 'phoneNumber' ? String(value).replace(/[ ().-]/g, '') : String(value);
}

function ruleBroken(run: ReservationsRun, { id, update }: Update): Failure | undefined {
  const failure = (expected: string, found: string): Failure => ({
    subject: id,
    expected,
    found,
    about: [id],
    canHeal: false,
  });
  const { status, partnerReservationInfo: info } = update;
  const others = Object.keys(update).filter((field) => field !== 'status');
  if (status !== undefined && others.length > 0)
    return failure('status alone', `status with ${others.join(', ')}`);
  const identity = run.environment.fake.orders.get(id)?.partnerReservationInfo;
  if (!isRecord(info) || !identity) return undefined;
  for (const field of ['partnerName', 'reservationId'] as const)
    if (info[field] !== undefined && info[field] !== identity[field])
      return failure(`the ${field} of the order`, String(info[field]));
  return undefined;
}

function compareDeposit(
  run: ReservationsRun,
  reservation: Reservation,
  order: FakeOrder,
): Difference | undefined | null {
  const { deposit, depositsAtOutlet } = reservation;
  if (!depositsAtOutlet) return null;
  const expected = paymentsText(deposit ? [deposit] : []);
  const found = paymentsText(depositsAtOutlet);
  if (expected !== found) return { expected, found, canHeal: false };
  const difference = depositsAtOutlet
    .map((payment) => compareOrigin(run, reservation, payment))
    .find((one) => one !== undefined);
  if (difference) return { ...difference, canHeal: false };
  const isRepeated = updatesOf(run).some(({ id, update }) => id === order.id && 'payments' in update);
  return isRepeated ? { expected: 'updates without payments', found: 'payments', canHeal: false } : undefined;
}

/** Compares when a deposit was paid and its reference, which a backend can leave out. */
function compareOrigin(
  { requests }: ReservationsRun,
  reservation: Reservation,
  { created, externalId }: Payment,
): Difference | undefined {
  const [earliest, latest] = [reservation.began - clockTolerance, Date.now() + clockTolerance];
  const isInTime = !created || (Date.parse(created) >= earliest && Date.parse(created) <= latest);
  if (!isInTime)
    return {
      expected: `created between ${new Date(earliest).toISOString()} and ${new Date(latest).toISOString()}`,
      found: `created ${created}`,
      advice: 'Send the time of the deposit in UTC, and not the local time of your server or of the outlet.',
    };
  const other = requests.find(
    (each) => each !== reservation && each.depositsAtOutlet?.some((one) => one.externalId === externalId),
  );
  return externalId && other
    ? {
        expected: 'an externalId of its own',
        found: `${externalId}, which ${other.reference} also has`,
        advice:
          'Send your own reference of each payment as its externalId, such as the ID of the reservation.',
      }
    : undefined;
}

interface Update {
  /** The ID of the order. */
  readonly id: string;
  readonly update: Record<string, unknown>;
}

function updatesOf(run: ReservationsRun): readonly Update[] {
  return requestsOf(run).flatMap(({ method, path, body }) => {
    const [, id] = /^\/orders\/reservations\/(.+)$/.exec(path) ?? [];
    const update = parseJson(body);
    return method === 'PUT' && id !== undefined && isRecord(update) ? [{ id, update }] : [];
  });
}

function paymentsText(payments: readonly Pick<Payment, 'amount' | 'currency'>[]): string {
  const texts = payments.map(({ amount, currency }) => `${Number(amount).toFixed(2)} ${currency}`);
  return texts.length === 0 ? 'no deposit' : `a deposit of ${texts.join(' and ')}`;
}
