import type { PartnerReservationInfo, Payment } from '../../entities/index.js';
import {
  actorOf,
  changeGuest,
  changeGuestCount,
  changeStatus,
  createOrder,
  moveTable,
} from '../outlet/orders.js';
import type { Outlet } from '../outlet/outlet.js';
import type { StoredOrder } from '../outlet/state.js';
import type { Call } from '../service/handler.js';
import { HttpError, invalid, Problems } from '../service/http-error.js';
import { isCount, readObject, readPayments } from './bodies.js';
import { readTable } from './channel-endpoints.js';
import { rejectIfEnded, rejectOtherKeys, showOrder, visibleOrder } from './order-endpoints.js';

export const reservationEndpoints = {
  'POST /orders/reservations': create,
  'PUT /orders/reservations/{id}': update,
};

const identity = ['partnerName', 'reservationId'] as const;
const contact = ['firstName', 'lastName', 'email', 'phoneNumber', 'note'];
/** The fields of `partnerReservationInfo`. */
export const infoFields: readonly string[] = [...identity, ...contact];
/** A country code and a number, without the characters that separate digits. */
const internationalPhone = /^\+[1-9]\d{4,14}$/;

/** API specification: Endpoints › `POST /orders/reservations`. */
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
  problems.throwIfAny();
  const fields = { channelId, guestCount, partnerReservationInfo, payments };
  return showOrder(outlet, createOrder(outlet, fields, { createdBy: key }));
}

/** API specification: Endpoints › `PUT /orders/reservations/{id}`. */
function update(call: Call): unknown {
  const { outlet, key, id, body } = call;
  const stored = reservationOf(outlet, id);
  rejectOtherKeys(stored, key, outlet.assumptions.foreignReservationStatus);
  rejectIfEnded(outlet, stored);
  if (body.status !== undefined) cancel(stored, call);
  else applyChanges(stored, call);
  return showOrder(outlet, stored);
}

function reservationOf(outlet: Outlet, id: string): StoredOrder {
  const stored = visibleOrder(outlet, id);
  if (!stored.order.partnerReservationInfo) throw new HttpError(404, 'Reservation not found');
  return stored;
}

function cancel(stored: StoredOrder, { outlet, key, body }: Call): void {
  const { reservationRuleStatus, startedReservationStatus } = outlet.assumptions;
  if (body.status !== 'cancelled') throw invalid('status', 'must be cancelled');
  if (Object.keys(body).length > 1) {
    throw invalid('status', 'cannot be combined with other fields', reservationRuleStatus);
  }
  if (stored.order.status !== 'open' && startedReservationStatus !== false) {
    throw new HttpError(startedReservationStatus, 'Only an open reservation can be cancelled');
  }
  changeStatus(outlet, stored, 'cancelled', actorOf(key));
}

function applyChanges(stored: StoredOrder, { outlet, key, body }: Call): void {
  const problems = new Problems();
  const { channelId, guestCount, partnerReservationInfo } = body;
  const table = channelId === undefined ? undefined : readTable(outlet, channelId, problems);
  const guests = guestCount === undefined ? undefined : readGuestCount(guestCount, problems);
  const info = partnerReservationInfo === undefined ? undefined : readInfo(partnerReservationInfo, problems);
  problems.throwIfAny();
  if (info) rejectNewIdentity(outlet, stored, info);
  const actor = actorOf(key);
  if (table) moveTable(outlet, stored, table.id, actor);
  if (guests !== undefined) changeGuestCount(outlet, stored, guests, actor);
  if (info) changeGuest(outlet, stored, info, actor);
}

/** An identity that stays the same is no change. API specification: Endpoints › `PUT /orders/reservations/{id}`, rule 2. */
function rejectNewIdentity(
  { assumptions }: Outlet,
  { order }: StoredOrder,
  info: PartnerReservationInfo,
): void {
  const problems = new Problems();
  for (const field of identity) {
    const isSame = info[field] === undefined || info[field] === order.partnerReservationInfo?.[field];
    problems.unless(isSame, `partnerReservationInfo.${field}`, 'cannot be changed');
  }
  problems.throwIfAny(assumptions.reservationRuleStatus);
}

/** A deposit is a payment without the customer's name. API specification: Endpoints › `POST /orders/reservations`. */
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
  const info = readObject(value, 'partnerReservationInfo', [...identity, ...contact], problems);
  const { phoneNumber } = info;
  const isPhone =
    typeof phoneNumber !== 'string' || internationalPhone.test(phoneNumber.replace(/[ ().-]/g, ''));
  problems.unless(
    isPhone,
    'partnerReservationInfo.phoneNumber',
    'must be in international format: +49 30 123456',
  );
  return info;
}
