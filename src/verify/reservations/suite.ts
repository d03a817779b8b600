import { z } from 'zod';
import { amount, readRows, text } from '../read-rows.js';
import type { Suite } from '../scenario.js';
import type { BackendSettings } from '../settings.js';
import { lastScenarios, sharedScenarios } from '../shared-scenarios.js';
import { reservationChecks } from './checks.js';
import type { BackendReservation, ReservationsVerification } from './configuration.js';
import { createReservationsRun, type ReservationsRun } from './run.js';
import { reservationScenarios } from './scenarios.js';

/** The suite of a booking system. */
export const reservations: Suite<ReservationsVerification, ReservationsRun, readonly BackendReservation[]> = {
  title: 'Reservations',
  keyUseCase: 'reservations',
  actions: {
    seat: {
      about:
        'Gets { reservationId, channelId, guestCount, guest: { firstName, lastName, phoneNumber }, deposit: { amount, currency } }, and sends the ID unchanged. A walk-in has no guest, and some guests have no deposit.',
      example: "'POST http://127.0.0.1:{port}/reservations'",
      isPerOutlet: true,
    },
    change: {
      about: 'Gets { reservationId, id } and what changes: channelId, guestCount, guest: { firstName }.',
      example: "'POST http://127.0.0.1:{port}/reservations/{reservationId}/change'",
      isPerOutlet: true,
    },
    cancel: {
      about: 'Gets { reservationId, id }. id is missing before the outlet has the order.',
      example: "'POST http://127.0.0.1:{port}/reservations/{reservationId}/cancel'",
      isPerOutlet: true,
    },
    refreshTables: {
      about: 'Reads the tables again, if the event channels.published does not do it.',
      example: "'POST http://127.0.0.1:{port}/refresh-tables'",
      isOptional: true,
    },
    sweep: {
      about: 'Finds what lost webhooks would have said. If each start does that: ({ restart }) => restart().',
      example: "({ run }) => run('node sweep.js')",
      isOptional: true,
    },
  },
  state: {
    reservations: {
      about: 'Returns an array of { reservationId, id, status, channelId, guestCount, total }.',
      example: "'GET http://127.0.0.1:{port}/reservations'",
      isPerOutlet: true,
    },
  },
  catchUp: 'sweep',
  scenarios: [...sharedScenarios, ...reservationScenarios, ...lastScenarios],
  checks: reservationChecks,
  createRun: (verification, environment, earlier) =>
    createReservationsRun(
      environment,
      verification.actions,
      () => readReservations(verification, environment.settings()),
      earlier,
    ),
  readState: readReservations,
};

const reservation = z.object({
  reservationId: z.string(),
  id: text,
  status: z.string(),
  channelId: text,
  guestCount: amount,
  total: amount,
});

function readReservations(
  { state, actionTimeout }: ReservationsVerification,
  settings: BackendSettings,
): Promise<readonly BackendReservation[]> {
  return readRows('reservations', state.reservations, reservation, settings, actionTimeout);
}
