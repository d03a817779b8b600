import type { Fault, RecordedRequest } from '../testing/index.js';
import { addFaults, crash, loseWebhooks, removeFaults } from './environment.js';
import type { JobRun, Scenario, ScenarioRun } from './scenario.js';
import { effectTime, genuineWebhooks, requestsOf } from './shared-checks.js';
import { pause, until } from './waiting.js';

/** How long a late response takes, in milliseconds. */
const slowTime = 3_000;

/** How much younger than the range of a job a record is that leaves the range soon, in milliseconds. The job has to list it before. */
const leaveTime = 30_000;

/** How long a backend can work on a webhook, so that it is killed while it does, in milliseconds. */
const handlingTime = 10_000;

const sweepsAll =
  'Look whether your sweep or nightly job also updates orders that your backend knows, such as those in the kitchen. Their events do not come any more.';

const separateOutlets =
  'Look whether your books keep the outlets apart: the outlet belongs to the key of each record, or to the name of its file.';

const keepsEverything =
  'Look whether your backend keeps everything that it knows in a database or a file, rather than in memory.';

/** The first scenarios of every use case. */
export const jobScenarios: readonly Scenario<JobRun>[] = [
  {
    name: 'plain-day',
    why: 'If this scenario fails, the configuration or the basics of the integration are wrong.',
    guide: 'verify.md#write-the-configuration',
    async steps(run, settle) {
      await runDay(run);
      // A job must not repair what the day has broken.
      await settle();
      await run.runJobs();
    },
  },
  {
    name: 'slow-api',
    why: 'On a busy evening the API needs seconds for each response.',
    guide: 'retries.md#timeouts-deadlines-aborts',
    steps: (run) => runDayWithFaults(run, { fault: 'latency', delay: 2_000 }),
  },
  {
    name: 'failing-api',
    why: 'A request can fail with a 500 or a broken connection, and a write can then have had its effect.',
    guide: 'retries.md#outcomes',
    steps: (run) =>
      runDayWithFaults(
        run,
        { fault: 'server-error-after-effect', share: 0.2 },
        { fault: 'server-error', share: 0.2 },
        { fault: 'dropped-request', share: 0.2 },
        { fault: 'bad-gateway-html', share: 0.1 },
      ),
  },
  {
    name: 'rate-limits',
    why: 'Another program with the same key can use up its five requests a second.',
    guide: 'rate-limits.md#429-responses',
    steps: (run) => runDayWithFaults(run, { fault: 'rate-limited', share: 0.3 }),
  },
  {
    name: 'outage',
    why: 'The API can be down for seconds, and the work of these seconds must not be lost.',
    guide: 'retries.md#after-a-restart',
    steps: (run) =>
      runDayWithFaults(run, { fault: 'bad-gateway-html', share: 0.5 }, { fault: 'dropped-request' }),
  },
  {
    name: 'hanging-requests',
    why: 'A request can stay without any response, and without a time limit everything waits for it.',
    guide: 'retries.md#timeouts-deadlines-aborts',
    async steps(run) {
      addFaults(run.environment, { fault: 'hang', times: 2 });
      await runDay(run);
    },
  },
  {
    name: 'restarted-at-rest',
    why: 'A deployment restarts the backend when nothing happens, and no event then repairs what it has forgotten.',
    guide: 'webhooks/index.md#handle-events',
    advice: {
      'every-order-once': keepsEverything,
      status: keepsEverything,
      'every-bill-once': keepsEverything,
    },
    needs: ['restart'],
    async steps(run, settle) {
      await runDay(run);
      await settle();
      await crash(run.environment);
    },
  },
  {
    name: 'rotated-token',
    why: 'A token is replaced every 90 days, and at once after a leak.',
    guide: 'api-keys.md#rotate-a-key',
    needs: ['rotation'],
    async steps(run) {
      await run.environment.rotateToken();
      await runDay(run);
    },
  },
];

/** The first scenarios of a use case with webhooks. */
export const sharedScenarios: readonly Scenario[] = [
  ...jobScenarios,
  {
    name: 'unknown-event',
    why: 'The API can get new events, which an integration should acknowledge and ignore.',
    guide: 'webhooks/delivery.md#undocumented-events',
    async steps(run) {
      const { fake, key } = run.environment;
      await run.open();
      for (const id of run.orderIds()) fake.sendEvent({ event: 'order.tipAdded', key: key(), id });
      fake.sendEvent({ event: 'outlet.opened', key: key() });
      await run.finish();
    },
  },
  {
    name: 'killed-while-handling',
    why: 'A webhook that was acknowledged is not delivered again, so it must be stored before.',
    guide: 'webhooks/index.md#handle-events',
    needs: ['restart'],
    async steps(run) {
      const { environment } = run;
      await run.open();
      addFaults(environment, { method: 'GET', fault: 'latency', delay: handlingTime });
      // The backend has caused no other event of this order, and gets no further one.
      const id = await run.completeOne();
      await until(() => isHandling(run, id), 5_000);
      await environment.backend.kill();
      await removeFaults(environment);
      await environment.backend.start();
      await run.finish();
    },
  },
  {
    name: 'lost-webhooks',
    why: 'A wrong webhook URL or an outage can lose the events of a whole day, and only a list or a sweep finds them.',
    guide: 'webhooks/delivery.md#lost-webhooks',
    advice: {
      'every-order-once':
        'Look whether the nightly job stores each order of its range, also one that no event has named.',
      status: sweepsAll,
      'paid-amount': sweepsAll,
      'same-as-outlet': sweepsAll,
    },
    needs: ['catchUp'],
    async steps(run, settle) {
      // An order whose status the backend has read before, which can be another than that of new orders.
      const changes = await run.twoChanges();
      changes?.first();
      await settle();
      const restore = loseWebhooks(run.environment);
      changes?.second();
      await runDay(run);
      restore();
      await run.catchUp();
    },
  },
  {
    name: 'forged-webhook',
    why: 'Anyone can send a POST to the webhook URL, and only the secret shows that it was the outlet.',
    guide: 'webhooks/security.md#shared-secret',
    async steps(run, settle) {
      await runDay(run);
      await settle();
      const { random, webhookSender, webhookUrlWith, settings } = run.environment;
      const { secret } = settings();
      const urls = {
        'the secret "forged"': webhookUrlWith('forged'),
        'an empty secret': webhookUrlWith(''),
        'no secret': withoutParameter(webhookUrlWith('forged'), 'forged'),
        'the secret without its last character': webhookUrlWith(secret.slice(0, -1)),
        'one more character after the secret': webhookUrlWith(`${secret}0`),
        'the first half of the secret': webhookUrlWith(secret.slice(0, secret.length / 2)),
      };
      for (const [forgedWith, url] of Object.entries(urls)) {
        const ids = [random.hex(24), ...run.orderIds()];
        await Promise.all(ids.map((id) => webhookSender.forge(url, id, forgedWith)));
        await pause(effectTime);
      }
    },
  },
  {
    name: 'webhook-burst',
    why: 'Many webhooks can arrive within a second, and the API allows five requests a second.',
    guide: 'rate-limits.md#429-responses',
    steps: (run) => run.burst(),
  },
  {
    name: 'duplicate-webhooks',
    why: 'Webhooks can arrive twice, and overtake each other.',
    guide: 'webhooks/delivery.md#exactly-once',
    async steps(run, settle) {
      await run.open();
      run.environment.webhookSender.isUnreliable = true;
      await run.finish();
      // The backend must know the end of an order that changes after it.
      await settle();
      await run.changeEnded();
    },
  },
  {
    name: 'late-response',
    why: 'Responses can overtake each other, and an old one must not replace a newer status.',
    guide: 'webhooks/delivery.md#order',
    advice: {
      status:
        'Look whether an older response replaces a newer one. Compare when each was requested, rather than when it arrived.',
    },
    async steps(run) {
      const changes = await run.twoChanges();
      if (!changes) return;
      const path = `/orders/${changes.id}`;
      addFaults(run.environment, { method: 'GET', path, fault: 'slow-body', delay: slowTime, times: 1 });
      changes.first();
      await until(() => requestsOf(run).some((request) => request.path === path), 5_000);
      changes.second();
      await pause(slowTime);
      await run.finish();
    },
  },
  {
    name: 'two-processes',
    why: 'Two processes can get the same request or webhook at the same time.',
    guide: 'scaling.md#several-processes-with-postgresql',
    needs: ['restart', 'severalProcesses'],
    isOptional: true,
    async steps(run) {
      const { backend, timeline, webhookSender, freePort } = run.environment;
      const port = await freePort();
      timeline.note('The command starts a second process, which gets the same requests and webhooks');
      await backend.start(port);
      webhookSender.secondPort = port;
      await run.open(port);
      await run.finish();
      webhookSender.secondPort = undefined;
      await crash(run.environment);
    },
  },
];

/** The last scenarios of every use case. */
export const lastScenarios: readonly Scenario<JobRun>[] = [
  {
    name: 'two-outlets',
    why: 'Two outlets can have equal references, items and tables, and each record belongs to one of them.',
    guide: 'many-outlets.md#webhooks',
    advice: {
      'every-bill-once': separateOutlets,
      'no-other-bill': separateOutlets,
      takings: separateOutlets,
    },
    needs: ['addOutlet'],
    isOptional: true,
    async steps(run, settle, addOutlet) {
      const other = await addOutlet();
      await Promise.all([run.open(), other.open()]);
      await Promise.all([run.finish(), other.finish()]);
      await settle();
      if (run.environment.canRestart) await crash(run.environment);
    },
  },
  {
    name: 'end-of-the-run',
    why: 'A record that was right can become wrong later, such as by a restart, a repeat or a scheduled job.',
    guide: 'verify.md#read-a-failure',
    async steps(run) {
      run.recall();
      if (run.environment.canRestart) await crash(run.environment);
      await run.catchUp();
    },
  },
  {
    name: 'hostile',
    why: 'The API leaves details open, such as the order of a list, and the real outlet may differ from the emulator.',
    guide: 'testing.md#hostile-mode',
    needs: ['restart'],
    isHostile: true,
    async steps(run) {
      await runDay(run);
      // An outlet may send no events for the orders of its own staff.
      await run.environment.fake.idle();
      await run.catchUp();
    },
  },
];

/** Runs a day of a restaurant: orders come in, and the staff finishes them. */
export async function runDay(run: JobRun): Promise<void> {
  await run.open();
  await run.finish();
}

/** Runs a day. In its first ten seconds, requests to the API have faults. */
async function runDayWithFaults(run: JobRun, ...faults: readonly Fault[]): Promise<void> {
  const { environment } = run;
  addFaults(environment, ...faults);
  await Promise.all([runDay(run), pause(10_000).then(() => removeFaults(environment))]);
}

/** Kills a backend when a job has sent three requests for a list. The scenario then runs the job again. */
export async function killWhileListing(
  run: JobRun,
  list: Pick<Fault, 'method' | 'path'>,
  startJob: () => Promise<void>,
): Promise<void> {
  const { environment } = run;
  addFaults(environment, { ...list, fault: 'latency', delay: 500 });
  const job = startJob().catch(() => undefined);
  await until(() => requestsOf(run).filter(({ path }) => path === list.path).length >= 3, 20_000);
  await environment.backend.kill();
  await removeFaults(environment);
  await job;
  await environment.backend.start();
}

/** How a list fails: after its first page, with every request, or from the start. */
const listFaults: readonly (readonly Fault[])[] = [
  [
    { fault: 'latency', times: 1 },
    { fault: 'server-error', times: 1 },
    { fault: 'server-error', share: 0.6 },
  ],
  [{ fault: 'cut-body' }],
  [
    { fault: 'rate-limited', times: 1 },
    { fault: 'rate-limited', share: 0.6 },
  ],
];

/** Lets a list fail in several ways. A job that succeeds nevertheless must have read all of the list. */
export async function listWithFaults(
  run: JobRun,
  list: Pick<Fault, 'method' | 'path'>,
  settle: () => Promise<void>,
  prepare: () => unknown,
  startJob: () => Promise<void>,
): Promise<void> {
  const { environment } = run;
  for (const faults of listFaults) {
    await prepare();
    addFaults(environment, ...faults.map((fault) => ({ ...list, ...fault })));
    const failedBefore = failedRequests(run, list).length;
    let hasEnded = false;
    const job = startJob()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        hasEnded = true;
      });
    await until(() => hasEnded || failedRequests(run, list).length > failedBefore, Infinity);
    // A job may repeat its requests until they succeed.
    await Promise.race([job, pause(6_000)]);
    await removeFaults(environment);
    if (await job) await settle();
  }
}

/** Runs a job, and again when a record has become older than the range of the job. */
export async function listUntilOlder(
  { environment: { timeline } }: JobRun,
  days: number,
  add: (created: Date) => { readonly id: string },
  settle: () => Promise<void>,
  runJob: () => Promise<void>,
): Promise<void> {
  const { id } = add(new Date(Date.now() - days * 24 * 60 * 60 * 1_000 + leaveTime));
  await runJob();
  await settle();
  await pause(leaveTime);
  timeline.note(`From now on, ${id} is older than the range of the job`, id);
  await runJob();
}

function failedRequests(run: JobRun, list: Pick<Fault, 'path'>): readonly RecordedRequest[] {
  return requestsOf(run).filter(({ path, fault }) => path === list.path && fault);
}

/** Whether the backend has acknowledged a webhook about an order, or has waited for the order for a second. */
function isHandling(run: ScenarioRun, id: string | undefined): boolean {
  const isWaiting = requestsOf(run).some(
    ({ method, path, status, at }) =>
      method === 'GET' && path === `/orders/${id}` && status === null && Date.parse(at) < Date.now() - 1_000,
  );
  return isWaiting || genuineWebhooks(run).some(({ orderId, status }) => orderId === id && status === 200);
}

/** Returns a URL without the parameters of its query that have a value. */
function withoutParameter(text: string, value: string): string {
  const url = new URL(text);
  for (const [name, found] of [...url.searchParams]) if (found === value) url.searchParams.delete(name);
  return url.href;
}
