import type { PartnerReservationInfo } from '../../entities/index.js';
import { createReservation, updateReservation } from '../../operations/reservations.js';
import { isRecord } from '../../records.js';
import { actorOf, log } from '../outlet/action-log.js';
import { changeGuest, changeGuestCount, changeStatus, moveTable, storeOrder } from '../outlet/orders.js';
import type { Outlet } from '../outlet/outlet.js';
import type { FakeOrder, StoredOrder } from '../outlet/state.js';
import { invalid, Problems, Refusal } from '../service/refusal.js';
import type { Call, Handlers } from '../service/router.js';
import { readTable } from './channel-endpoints.js';
import { isCount, isOptionalText, readPayments } from './order-body.js';
import { refuseIfEnded, refuseOtherKeys, visibleOrder } from './order-endpoints.js';

const identity = ['partnerName', 'reservationId'];
const contact = ['firstName', 'lastName', 'email', 'phoneNumber', 'note'];

export function reservationRules(outlet: Outlet): Handlers {
  return {
    [createReservation.id]: (call) => create(outlet, call),
    [updateReservation.id]: (call) => update(outlet, call),
  };
}

/** Specification: "POST /orders/reservations". */
function create(outlet: Outlet, { key, body }: Call): FakeOrder {
  const problems = new Problems();
  const channelId = readTable(outlet, body.channelId, problems)?.id;
  const guestCount = readGuestCount(body.guestCount, problems);
  const partnerReservationInfo = readInfo(body.partnerReservationInfo, problems);
  for (const field of identity) {
    const isGiven = typeof body.partnerReservationInfo !== 'object' || field in partnerReservationInfo;
    problems.unless(isGiven, `partnerReservationInfo.${field}`, 'is required');
  }
  const payments = readPayments(body.payments, problems);
  problems.refuseIfAny();
  const fields = { channelId, guestCount, partnerReservationInfo, payments };
  const stored = storeOrder(outlet, fields, { createdBy: key });
  log(outlet, stored, 'orderCreated', actorOf(key));
  return stored.order;
}

/** Specification: "PUT /orders/reservations/{id}". */
function update(outlet: Outlet, { key, param, body }: Call): FakeOrder {
  const stored = reservationOf(outlet, param('orderId'));
  refuseOtherKeys(outlet, stored, key);
  refuseIfEnded(outlet, stored);
  if (body.status !== undefined) cancel(outlet, stored, { key, body });
  else applyChanges(outlet, stored, { key, body });
  return stored.order;
}

function reservationOf(outlet: Outlet, id: string): StoredOrder {
  const stored = visibleOrder(outlet, id);
  if (!stored.order.partnerReservationInfo) throw new Refusal(404, 'Reservation not found');
  return stored;
}

type Change = Pick<Call, 'key' | 'body'>;

function cancel(outlet: Outlet, stored: StoredOrder, { key, body }: Change): void {
  if (body.status !== 'cancelled') throw invalid('status', 'must be cancelled');
  if (Object.keys(body).length > 1) throw invalid('status', 'cannot be combined with other fields');
  changeStatus(outlet, stored, 'cancelled', actorOf(key));
}

function applyChanges(outlet: Outlet, stored: StoredOrder, { key, body }: Change): void {
  const problems = new Problems();
  const { channelId, guestCount, partnerReservationInfo } = body;
  const table = channelId === undefined ? undefined : readTable(outlet, channelId, problems);
  const guests = guestCount === undefined ? undefined : readGuestCount(guestCount, problems);
  const info = partnerReservationInfo === undefined ? undefined : readInfo(partnerReservationInfo, problems);
  for (const field of identity) {
    const isGiven = info !== undefined && field in info;
    problems.unless(!isGiven, `partnerReservationInfo.${field}`, 'cannot be changed');
  }
  problems.refuseIfAny();
  const actor = actorOf(key);
  if (table) moveTable(outlet, stored, table.id, actor);
  if (guests !== undefined) changeGuestCount(outlet, stored, guests, actor);
  if (info) changeGuest(outlet, stored, info, actor);
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
  return value;
}
