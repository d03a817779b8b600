import type { Fault } from '../testing/index.js';
import { addFaults, crash, removeFaults } from './environment.js';
import type { GuestRequest, GuestRun } from './guests.js';
import { requestsOf } from './shared-checks.js';
import { runDay } from './shared-scenarios.js';
import { pause, until } from './waiting.js';

/** The advice if a backend has missed what happened to an order before it got its ID. */
export const readsWithId =
  'Read each order when you get its ID. Its events can come before, and the repeat of a POST gets the response of the first attempt.';

/** The requests to the API that create orders. */
type Creations = Required<Pick<Fault, 'method' | 'path'>>;

/** Loses the responses of the API and of the backend. `tapTwice` sends a new request twice, the second time to this port. */
export async function loseResponses<Request extends GuestRequest>(
  run: GuestRun<Request>,
  creations: Creations,
  tapTwice: (secondPort: number) => Promise<Request>,
): Promise<void> {
  const { environment } = run;
  addFaults(environment, { ...creations, fault: 'lost-response' });
  const opened = run.open();
  await pause(2_500);
  // The guest of the first order cancels it later, which would repair its status.
  await until(() => run.orderIds().length > 1, 10_000, 100);
  // The staff completes an order whose POST still fails.
  await run.completeOne();
  await pause(2_500);
  await removeFaults(environment);
  await opened;
  for (const request of run.requests) await run.sendAgain(request);
  await run.arrival(await tapTwice(environment.settings().port));
  await run.finish();
}

/** Kills the backend while the API creates orders, before it has all of a response. */
export async function killWhileCreating<Request extends GuestRequest>(
  run: GuestRun<Request>,
  creations: Creations,
): Promise<void> {
  const { environment } = run;
  addFaults(environment, { ...creations, fault: 'slow-body', delay: 10_000 });
  const opened = run.open();
  const isCreated = () => requestsOf(run).some(({ method, status }) => method === 'POST' && status === 201);
  await until(isCreated, 10_000);
  await until(() => run.requests.every(({ answer }) => answer !== 'failed'), 2_000);
  await environment.backend.kill();
  await removeFaults(environment);
  await environment.backend.start();
  await opened;
  await run.finish();
}

/** Sends all requests again when their orders have ended, and the backend was restarted. */
export async function repeatAfterTheEnd<Request extends GuestRequest>(
  run: GuestRun<Request>,
  settle: () => Promise<void>,
): Promise<void> {
  await runDay(run);
  await settle();
  if (run.environment.canRestart) await crash(run.environment);
  for (const request of run.requests) await run.sendAgain(request);
  // A second order would take a moment.
  await pause(2_000);
}

/** Cancels a request while the API is down, and one whose order has no response yet. `send` sends a new one. */
export async function cancelEarly<Request extends GuestRequest>(
  run: GuestRun<Request>,
  creations: Creations,
  send: () => Promise<unknown>,
): Promise<void> {
  const { environment } = run;
  for (const fault of ['bad-gateway-html', 'lost-response'] as const) {
    addFaults(environment, { ...creations, fault });
    const sent = [send(), send()];
    const request = run.requests.at(-1);
    await pause(1_000);
    if (request && fault === 'lost-response')
      await until(() => run.atOutlet(request).length > 0, 10_000, 100);
    const cancelled = request && run.cancel(request);
    await pause(3_000);
    await removeFaults(environment);
    await Promise.all([...sent, cancelled]);
  }
  // The order must not arrive later.
  await pause(2_000);
}
