import { addFaults, crash, removeFaults } from '../environment.js';
import {
  cancelEarly,
  killWhileCreating,
  loseResponses,
  readsWithId,
  repeatAfterTheEnd,
} from '../guest-scenarios.js';
import type { Scenario } from '../scenario.js';
import { runDay } from '../shared-scenarios.js';
import { staffStep } from '../staff.js';
import { pause, until } from '../waiting.js';
import type { ReservationsRun } from './run.js';

const openOrders = { method: 'POST', path: '/orders/reservations' } as const;

const updateOrders = { method: 'PUT', path: '/orders/reservations/{id}' } as const;

/** The scenarios of a booking system. */
export const reservationScenarios: readonly Scenario<ReservationsRun>[] = [
  {
    name: 'lost-response',
    why: 'The outlet can have the order although the response of POST /orders/reservations was lost.',
    guide: 'retries.md#idempotency',
    advice: { 'same-as-outlet': readsWithId },
    steps: (run) => loseResponses(run, openOrders, (secondPort) => run.seat({ secondPort })),
  },
  {
    name: 'killed-while-seating',
    why: 'A process can end between opening an order and storing the response.',
    guide: 'retries.md#after-a-restart',
    needs: ['restart'],
    steps: (run) => killWhileCreating(run, openOrders),
  },
  {
    name: 'repeated-after-the-end',
    why: 'A host can open the app again and repeat the request of a reservation that has ended long ago.',
    guide: 'retries.md#idempotency',
    steps: repeatAfterTheEnd,
  },
  {
    name: 'changed-by-both',
    why: 'The staff moves guests and changes their number, while the booking system edits other fields.',
    guide: 'reservations.md#change-a-reservation',
    async steps(run, settle) {
      const { environment } = run;
      const reservation = await run.seat({ channelId: 'table-3', guestCount: 4 });
      await run.arrival(reservation);
      await settle();
      // Each event alone, because the next one could repair what was missed.
      run.changeByStaff(reservation, { guestCount: 6 });
      await settle();
      run.changeByStaff(reservation, { channelId: 'table-4' });
      await settle();
      // The backend changes one field while its copy of the other is old.
      environment.fake.assume({ webhookDelay: 2_000 });
      run.changeByStaff(reservation, { guestCount: 7 });
      await run.change(reservation, { guest: { firstName: 'Chloé' } });
      await settle();
      run.changeByStaff(reservation, { channelId: 'table-1' });
      await run.change(reservation, { guestCount: 8 });
      await settle();
      environment.fake.assume({ webhookDelay: undefined });
      await run.change(reservation, { channelId: 'table-5' });
      await settle();
      run.changeByStaff(reservation, { channelId: 'table-2' });
      await settle();
      if (environment.canRestart) await crash(environment);
      // A change that is sent again would take a moment.
      await pause(2_000);
    },
  },
  {
    name: 'changes-with-faults',
    why: 'A change or a cancellation that failed with a 500 or a broken connection can have had its effect, or none.',
    guide: 'reservations.md#change-a-reservation',
    async steps(run, settle) {
      const { environment } = run;
      const reservation = await run.seat({ channelId: 'table-3', guestCount: 4 });
      await run.arrival(reservation);
      await settle();
      addFaults(
        environment,
        { ...updateOrders, fault: 'server-error', times: 1 },
        { ...updateOrders, fault: 'lost-response', times: 1 },
      );
      await run.change(reservation, { guestCount: 5 });
      // A later change of the same field would hide that this one was lost.
      await until(() => environment.fake.faults.length < 2, 10_000);
      await run.change(reservation, { channelId: 'table-4' });
      await settle();
      addFaults(environment, { ...updateOrders, fault: 'lost-response', times: 1 });
      await run.cancel(reservation);
      await settle();
      // The host's app can also lose the response of the backend.
      await run.cancelAgain(reservation);
    },
  },
  {
    name: 'killed-while-changing',
    why: 'A process can end before it has sent a change, a cancellation or a reservation that it has accepted.',
    guide: 'retries.md#after-a-restart',
    advice: {
      'last-change-wins':
        'Store each change before you respond. A later change of another field must not replace one that waits.',
    },
    needs: ['restart'],
    async steps(run, settle) {
      const { environment } = run;
      const [changed, cancelled] = await Promise.all([run.seat({ guestCount: 4 }), run.seat()]);
      await settle();
      addFaults(
        environment,
        { ...openOrders, fault: 'bad-gateway-html' },
        { ...updateOrders, fault: 'bad-gateway-html' },
      );
      const wishes = Promise.all([
        run.change(changed, { guestCount: 5 }),
        run.change(changed, { guest: { firstName: 'Chloé' } }),
        run.cancel(cancelled),
        run.seat(),
      ]);
      // A backend can try several times before it responds, or never accept a wish that it has not sent.
      await Promise.race([wishes, pause(10_000)]);
      await environment.backend.kill();
      await removeFaults(environment);
      await environment.backend.start();
      await wishes;
    },
  },
  {
    name: 'rounds',
    why: 'Guests order round after round, and each changes the total of their table.',
    guide: 'reservations.md#events',
    async steps(run, settle) {
      await run.open();
      for (let round = 0; round < 3; round += 1) {
        for (const reservation of run.requests) run.order(reservation);
        await pause(500);
      }
      await settle();
      await run.finish();
    },
  },
  {
    name: 'late-cancellation',
    why: 'A booking can be cancelled when the kitchen has begun, and the API can then reject it.',
    guide: 'reservations.md#cancel-a-reservation',
    async steps(run, settle) {
      await run.open();
      const [reservation] = run.requests;
      if (!reservation) return;
      const ids = run.atOutlet(reservation).map(({ id }) => id);
      await staffStep(run.environment, 'inKitchen', ids);
      await settle();
      await run.cancel(reservation);
      await run.finish();
    },
  },
  {
    name: 'early-cancellation',
    why: 'A booking can be cancelled before the outlet has the order, or before your backend knows that it has.',
    guide: 'reservations.md#cancel-a-reservation',
    steps: (run) => cancelEarly(run, openOrders, () => run.seat()),
  },
  {
    name: 'table-removed',
    why: 'The merchant can remove a table, which the outlet then rejects, or add one that your backend has never seen.',
    guide: 'reservations.md#tables-and-channels',
    advice: {
      'same-as-outlet': 'Show the table that the outlet has. If it rejects a move, read the order again.',
    },
    async steps(run, settle) {
      const { fake } = run.environment;
      const table = fake.channels.all().find(({ id }) => id === 'table-6');
      if (!table) return;
      const seated = await run.seat();
      await run.arrival(seated);
      await publishTables(run, 'removes table-6', () => fake.channels.remove(table.id));
      await run.seat({ channelId: table.id, isInvalid: true });
      await run.tryToMove(seated, table.id);
      // The next event would repair what the backend shows.
      await settle();
      await runDay(run);
      await publishTables(run, 'adds table-6 again', () => fake.channels.add(table));
      await run.arrival(await run.seat({ channelId: table.id }));
      const added = { ...table, id: `table-${run.environment.random.hex(8)}` };
      await publishTables(run, `adds ${added.id}`, () => fake.channels.add(added));
      await run.arrival(await run.seat({ channelId: added.id }));
    },
  },
  {
    name: 'partner-channel',
    why: 'A wrong mapping can name a channel that is no table, and other reservations must not wait for it.',
    guide: 'reservations.md#tables-and-channels',
    async steps(run) {
      await run.seat({ channelId: 'channel-foodie', isInvalid: true });
      await runDay(run);
    },
  },
  {
    name: 'key-replaced',
    why: 'Only the key that opened an order can update it, so a new key gets a 403 for the orders of the old one.',
    guide: 'api-keys.md#rotate-a-key',
    needs: ['rotation'],
    async steps(run, settle) {
      await run.open();
      // Idempotency keys belong to an API key, so no order may still be on its way.
      await settle();
      await run.environment.rotateToken();
      const [reservation] = run.requests;
      for (const each of run.requests) each.isForeign = true;
      if (reservation) await run.change(reservation, { guestCount: 9 });
      await runDay(run);
    },
  },
];

async function publishTables(run: ReservationsRun, what: string, edit: () => void): Promise<void> {
  const { fake, timeline } = run.environment;
  timeline.note(`staff: ${what}, and publishes the channels`);
  edit();
  fake.channels.publish();
  await fake.idle();
  await run.refreshTables();
  // A backend can read the tables after it has acknowledged the event.
  await pause(2_000);
}
