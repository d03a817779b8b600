import type { PartnerReservationInfo, Payment } from '../../entities/index.js';
import { isRecord } from '../../records.js';
import { actorOf, log } from '../outlet/action-log.js';
import { changeGuest, changeGuestCount, changeStatus, moveTable, storeOrder } from '../outlet/orders.js';
import type { Outlet } from '../outlet/outlet.js';
import type { StoredOrder } from '../outlet/state.js';
import { invalid, Problems, Refusal } from '../service/refusal.js';
import type { Call } from '../service/router.js';
import { readTable } from './channel-endpoints.js';
import { isCount, isOptionalText, readPayments } from './order-body.js';
import { refuseIfEnded, refuseOtherKeys, showOrder, visibleOrder } from './order-endpoints.js';

export const reservationEndpoints = {
  'POST /orders/reservations': create,
  'PUT /orders/reservations/{id}': update,
};

const identity = ['partnerName', 'reservationId'];
/** A country code and a number, without the characters that separate digits. */
const internationalPhone = /^\+[1-9]\d{4,14}$/;
const contact = ['firstName', 'lastName', 'email', 'phoneNumber', 'note'];

/** Specification: "POST /orders/reservations". */
function create({ outlet, key, body }: Call): unknown {
  const problems = new Problems();
  const channelId = readTable(outlet, body.channelId, problems)?.id;
  const guestCount = readGuestCount(body.guestCount, problems);
  const partnerReservationInfo = readInfo(body.partnerReservationInfo, problems);
  for (const field of identity) {
    const isGiven = typeof body.partnerReservationInfo !== 'object' || field in partnerReservationInfo;
    problems.unless(isGiven, `partnerReservationInfo.${field}`, 'is required');
  }
  const payments = readDeposits(body.payments, problems);
  problems.refuseIfAny();
  const fields = { channelId, guestCount, partnerReservationInfo, payments };
  const stored = storeOrder(outlet, fields, { createdBy: key });
  log(outlet, stored, 'orderCreated', actorOf(key));
  return showOrder(outlet, stored);
}

/** Specification: "PUT /orders/reservations/{id}". */
function update({ outlet, key, id, body }: Call): unknown {
  const stored = reservationOf(outlet, id);
  refuseOtherKeys(stored, key, outlet.assume.foreignReservationStatus);
  refuseIfEnded(outlet, stored);
  if (body.status !== undefined) cancel(outlet, stored, { key, body });
  else applyChanges(outlet, stored, { key, body });
  return showOrder(outlet, stored);
}

function reservationOf(outlet: Outlet, id: string): StoredOrder {
  const stored = visibleOrder(outlet, id);
  if (!stored.order.partnerReservationInfo) throw new Refusal(404, 'Reservation not found');
  return stored;
}

type Change = Pick<Call, 'key' | 'body'>;

function cancel(outlet: Outlet, stored: StoredOrder, { key, body }: Change): void {
  const { reservationRuleStatus, startedReservationStatus } = outlet.assume;
  if (body.status !== 'cancelled') throw invalid('status', 'must be cancelled');
  if (Object.keys(body).length > 1) {
    throw invalid('status', 'cannot be combined with other fields', reservationRuleStatus);
  }
  if (stored.order.status !== 'open' && startedReservationStatus !== false) {
    throw new Refusal(startedReservationStatus, 'Only an open reservation can be cancelled');
  }
  changeStatus(outlet, stored, 'cancelled', actorOf(key));
}

function applyChanges(outlet: Outlet, stored: StoredOrder, { key, body }: Change): void {
  const problems = new Problems();
  const { channelId, guestCount, partnerReservationInfo } = body;
  const table = channelId === undefined ? undefined : readTable(outlet, channelId, problems);
  const guests = guestCount === undefined ? undefined : readGuestCount(guestCount, problems);
  const info = partnerReservationInfo === undefined ? undefined : readInfo(partnerReservationInfo, problems);
  problems.refuseIfAny();
  if (info) refuseNewIdentity(outlet, stored, info);
  const actor = actorOf(key);
  if (table) moveTable(outlet, stored, table.id, actor);
  if (guests !== undefined) changeGuestCount(outlet, stored, guests, actor);
  if (info) changeGuest(outlet, stored, info, actor);
}

/** An identity that stays the same is no change. Specification: "PUT /orders/reservations/{id}", rule 2. */
function refuseNewIdentity({ assume }: Outlet, { order }: StoredOrder, info: PartnerReservationInfo): void {
  const problems = new Problems();
  for (const field of ['partnerName', 'reservationId'] as const) {
    const isSame = info[field] === undefined || info[field] === order.partnerReservationInfo?.[field];
    problems.unless(isSame, `partnerReservationInfo.${field}`, 'cannot be changed');
  }
  problems.refuseIfAny(assume.reservationRuleStatus);
}

/** A deposit is a payment without the customer's name. Specification: "POST /orders/reservations". */
function readDeposits(value: unknown, problems: Problems): Payment[] {
  const payments = readPayments(value, problems);
  for (const [index, { customerName }] of payments.entries()) {
    problems.unless(
      customerName === undefined,
      `payments[${index}].customerName`,
      'is not a field of a deposit',
    );
  }
  return payments;
}

function readGuestCount(value: unknown, problems: Problems): number {
  problems.unless(isCount(value), 'guestCount', 'must be a positive integer');
  return Number(value);
}

function readInfo(value: unknown, problems: Problems): PartnerReservationInfo {
  if (!isRecord(value)) {
    problems.unless(false, 'partnerReservationInfo', 'must be an object');
    return {};
  }
  for (const field of [...identity, ...contact]) {
    problems.unless(isOptionalText(value[field]), `partnerReservationInfo.${field}`, 'must be a string');
  }
  const { phoneNumber } = value;
  const isPhone =
    typeof phoneNumber !== 'string' || internationalPhone.test(phoneNumber.replace(/[ ().-]/g, ''));
  problems.unless(
    isPhone,
    'partnerReservationInfo.phoneNumber',
    'must be in international format: +49 30 123456',
  );
  return value;
}
