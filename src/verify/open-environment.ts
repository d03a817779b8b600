import { randomBytes, randomInt } from 'node:crypto';
import diagnosticsChannel from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { untilAborted } from '../cancellation.js';
import { startEmulator } from '../emulator/index.js';
import { createRandom } from '../random.js';
import { appendLine, createBackend } from './backend.js';
import { perform } from './calls.js';
import type { Environment, Load } from './environment.js';
import { type CommonSettings, createOutletEnvironment } from './outlet-environment.js';
import type { SuiteText } from './scenario.js';
import { Timeline } from './timeline.js';
import type { Verification } from './verification.js';
import { VerificationError } from './verification-error.js';
import { WebhookSender } from './webhook-sender.js';

/** The responses of the fake. */
const responses = 'outlet-open-api:fake:response';

/** How the emulator delivers webhooks, in milliseconds: six retries within 26 seconds. */
const deliveries = {
  webhookRetries: 6,
  webhookRetryDelay: 400,
  webhookDelay: 0,
  webhookDuplicates: 0,
  webhookTimeout: 10_000,
};

/** The files in the output folder. */
export const logs = ['backend.log', 'emulator.log'] as const;
const [backendLog, emulatorLog] = logs;

/** An integration knows these, because it has read responses of the sandbox. */
const forms = {
  wrapper: 'data',
  bareLists: false,
  menuWrapper: false,
  undocumentedFields: true,
  fieldErrors: 'list',
  cursorForm: 'text',
} as const;

export interface EnvironmentOptions {
  readonly seed: number;
  /** The folder of the configuration file. */
  readonly folder: string;
  /** An empty folder for the data of the backend, its output, and that of the emulator. */
  readonly outputFolder: string;
  readonly signal: AbortSignal;
  readonly load?: Load | undefined;
  /** Is called when the emulator has started, before the backend. */
  onStart(environment: OpenEnvironment): void;
}

export interface OpenEnvironment extends Environment {
  readonly dashboardUrl: string;
  /** Whether the outlet chooses undocumented details at random. */
  readonly isHostile: boolean;
  /** What the outlet has chosen at random, and other scenarios do not have. */
  readonly chosen: Readonly<Record<string, unknown>>;
  /** Stops the backend and the emulator. */
  close(): Promise<void>;
}

/** Starts an emulator and the backend. @throws VerificationError if the backend does not start */
export async function openEnvironment(
  verification: Verification,
  { keyUseCase, emulatorOptions }: SuiteText,
  { seed, folder, outputFolder, signal, load, onStart }: EnvironmentOptions,
  isHostile: boolean,
): Promise<OpenEnvironment> {
  const { actions, attach = false, emulatorPort = 4010 } = verification;
  const { start, actionTimeout = 120_000 } = verification;
  // When the jobs of a backend without a server have ended, nothing runs that could change what it knows.
  const { settleTimeout = start === undefined && !attach ? 0 : 60_000 } = verification;
  const random = createRandom(seed);
  const timeline = new Timeline();
  const webhookSender = new WebhookSender(
    timeline,
    keyUseCase === 'reservations' ? 'order.statusUpdated' : 'order.cancelled',
  );
  const port = verification.port ?? (await freePort());
  // Otherwise, whatever listens on the port would be verified.
  const ownPort = attach ? emulatorPort : port;
  if (!(await isFree(ownPort)))
    throw new VerificationError(`Port ${ownPort} is in use. Stop the program that listens on it.`);
  // Before the emulator, which would keep the process running after an error.
  const dataFolder = join(outputFolder, 'data');
  await mkdir(dataFolder);
  const emulator = await startEmulator({
    port: attach ? emulatorPort : 0,
    ...emulatorOptions,
    ...deliveries,
    ...forms,
    webhookFetch: (url, init) => webhookSender.deliver(url, init),
    log: (line) => appendLine(join(outputFolder, emulatorLog), line),
  });
  const { fake } = emulator;
  const onResponse = (response: unknown) => timeline.addResponse(fake.requests, response);
  diagnosticsChannel.subscribe(responses, onResponse);
  // Without a seed of its own, the emulator creates orders with random IDs, so a database of an earlier run does not know them.
  const usual = new Map<string, unknown>(Object.entries(fake.assumptions));
  fake.reset({ seed, hostile: isHostile });
  const chosen = Object.entries(fake.assumptions).filter(
    ([name, value]) => !isDeepStrictEqual(value, usual.get(name)),
  );
  const secret = verification.secret ?? random.hex(24);
  const environmentId = randomBytes(2).toString('hex');
  const commonSettings = (): CommonSettings => ({
    baseUrl: emulator.url,
    port,
    secret,
    dataFolder,
    channelId: 'channel-foodie',
    partnerChannel: 'foodie',
    run: backend.run,
    restart,
  });
  const shared = { verification, keyUseCase, timeline, environmentId, commonSettings };
  const first = createOutletEnvironment(shared, fake, 'bistro');
  const { key, settings, webhookUrlWith } = first;
  const secrets = new Map([[key().token, 'the token']]);
  const backend = createBackend(verification, settings, timeline, folder, join(outputFolder, backendLog));

  async function restart(): Promise<void> {
    await backend.stop();
    await backend.start();
  }

  const environment: OpenEnvironment = {
    ...first,
    webhookSender,
    backend,
    timeline,
    random,
    canRestart: !attach,
    settleTimeout,
    load,
    guest: {
      // Some backends lose letters that are not in ASCII.
      firstName: 'Zoë',
      lastName: `Guest-${environmentId}`,
      phoneNumber: `+4930${Number.parseInt(environmentId, 16) + 1_000_000}`,
    },
    dashboardUrl: emulator.dashboardUrl,
    isHostile,
    chosen: Object.fromEntries(chosen),
    secrets,
    async rotateToken() {
      const old = key();
      const { webhookUrl } = old;
      const created = fake.keys.create({ useCase: keyUseCase, label: 'New token', webhookUrl });
      first.useKey(created);
      secrets.set(created.token, 'the new token');
      timeline.note('A new key replaces the old one');
      if (actions.rotateToken) {
        // The argument is the token, which the timeline must not contain.
        await perform(actions.rotateToken, { token: created.token }, settings(), actionTimeout);
      } else await restart();
      fake.keys.remove(old);
    },
    async addOutlet() {
      const outletRef = `cafe-${environmentId}`;
      const second = createOutletEnvironment(
        shared,
        fake.addOutlet(),
        outletRef,
        ` at ${outletRef}`,
        first.referencesSoFar(),
      );
      const { token } = second.key();
      secrets.set(token, `the token of ${outletRef}`);
      timeline.outlets.set(token, second.at);
      if (verification.webhookUrl !== undefined) {
        const webhookUrl = second.webhookUrlWith(secret);
        second.key().webhookUrl = webhookUrl;
        if (webhookUrl !== key().webhookUrl) timeline.outlets.set(webhookUrl, second.at);
      }
      timeline.note(`The command adds the outlet ${outletRef}`);
      if (actions.addOutlet)
        await perform(actions.addOutlet, { outletRef, token }, second.settings(), actionTimeout);
      return { ...environment, ...second };
    },
    freePort,
    async close() {
      await backend.close();
      await emulator.close();
      diagnosticsChannel.unsubscribe(responses, onResponse);
    },
  };
  try {
    if (verification.webhookUrl !== undefined) {
      const webhookUrl = webhookUrlWith(secret);
      key().webhookUrl = webhookUrl;
      const [forged, realParts] = [webhookUrlWith('forged'), partsOf(webhookUrl)];
      if (forged === webhookUrl)
        throw new VerificationError('webhookUrl must contain {secret}, or nothing protects the receiver.');
      const harmless = partsOf(forged);
      for (const part of realParts)
        if (!harmless.includes(part)) secrets.set(part, 'the secret of the webhook URL');
    }
    onStart(environment);
    await untilAborted(backend.start(), signal);
  } catch (error) {
    await environment.close();
    throw error;
  }
  return environment;
}

/** Returns the segments of the path and the values of the query. */
function partsOf(text: string): readonly string[] {
  const { pathname, searchParams } = new URL(text);
  return [...pathname.split('/').map(decodeURIComponent), ...searchParams.values()];
}

/**
 * Returns a port that nobody uses now. Systems choose higher ones for outgoing connections and for other servers, which could take the port of
 * a backend while it restarts.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
