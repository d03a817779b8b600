import { once } from 'node:events';
import { createServer } from 'node:http';
import { maxTimerDelay } from '../cancellation.js';
import type { UseCase } from '../entities/use-case.js';
import { type FakeOutlet, type FakeOutletOptions, fakeOptions, rejectUnknown } from '../fake/index.js';
import type { Topic } from './contract/index.js';
import { isHttpUrl } from './contract/keys.js';
import { createEmulatorState, type EmulatorState } from './control/emulator-state.js';
import { createEvents } from './control/events.js';
import { setWebhookUrls } from './control/keys.js';
import { hostMatcher } from './server/allowed-callers.js';
import { createApi } from './server/api.js';
import { createApp } from './server/app.js';
import { errorResponse } from './server/error-response.js';
import { listen } from './server/listen.js';
import { createNodeHandler, send, tooLarge } from './server/node-handler.js';
import { loadDataFile, loadStateFile } from './state-file/load-state-file.js';
import { takeSnapshot } from './state-file/snapshot.js';
import { createStateSaver, type StateSaver } from './state-file/state-saver.js';

/** Options of the emulator. The other options are those of `createFakeOutlet`. */
export interface EmulatorOptions extends Omit<FakeOutletOptions, 'baseUrl'> {
  /**
   * The seed of random values. The same seed results in the same tokens, IDs, data and hostile choices. Default: 1, but entries that
   * are created later have random IDs, so no ID repeats after a reset or a restart.
   */
  readonly seed?: number | undefined;
  /** The port. 0 chooses a free port. Default: 4010. */
  readonly port?: number | undefined;
  /**
   * The network interface to listen on. The dashboard has no password, so anyone who can reach the interface can use it.
   * Default: `127.0.0.1`, which only this machine can reach.
   */
  readonly host?: string | undefined;
  /**
   * Names by which other machines reach the emulator, such as the name of a container. The emulator always accepts localhost, IP addresses
   * and `host`. It rejects all other names, because a website can point its own name at the emulator. Default: none.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Milliseconds to wait before each request to the API. Default: 0. */
  readonly latency?: number | undefined;
  /**
   * The path of a file that keeps the state, including the tokens. The emulator resumes from the file if it exists, and saves each
   * change within about a second. It writes to the console if it cannot save. Default: none, so each start has the initial data.
   */
  readonly state?: string | undefined;
  /**
   * The path of a state file with the initial data, which the emulator reads once and never changes. A reset restores this data, and added
   * outlets have it too, with keys of their own. Not with `state`. Default: none.
   */
  readonly data?: string | undefined;
  /**
   * The webhook URLs of the default keys, by use case. They replace those in the state file, and `fake.reset` removes them.
   * Default: none.
   */
  readonly webhookUrls?: Partial<Record<UseCase, string>> | undefined;
  /** Is called with one line for each request and each attempt to deliver a webhook, after it has ended. Default: none. */
  readonly log?: ((line: string) => void) | undefined;
}

/** The URL is that of the server. */
const { baseUrl: _, ...optionsOfFake } = fakeOptions;

/** The names of the options. */
const emulatorOptions: Readonly<Record<keyof EmulatorOptions, unknown>> = {
  ...optionsOfFake,
  port: true,
  host: true,
  allowedHosts: true,
  latency: true,
  state: true,
  data: true,
  webhookUrls: true,
  log: true,
};

const webhookUrlOptions: Readonly<Record<UseCase, true>> = {
  'digital-ordering': true,
  reservations: true,
  'order-data': true,
  'inventory-management': true,
};

/** The URLs that are not those of the API. Every other request is in the log, such as one that lacks `/api/v1`. */
const isAppUrl = /^\/(?:(?:dashboard|control)(?!\/api\/v1\/)|healthz|favicon\.ico)?(?:[/?]|$)/;

/** Topics that the state file does not contain. */
const unsavedTopics: readonly Topic[] = ['requests', 'deliveries', 'faults'];

/** Reports a defect of the emulator itself. */
function onError(error: unknown): void {
  console.error('The emulator failed unexpectedly.', error);
}

function saverOf(emulator: EmulatorState, path: string): StateSaver {
  const takeIt = () => takeSnapshot(emulator);
  const saver = createStateSaver(path, takeIt, ({ message }) => console.error(message));
  emulator.onChange((topic, outletId = emulator.fake.outletId) => {
    // The file contains the first outlet.
    const isSaved = outletId === emulator.fake.outletId && !unsavedTopics.includes(topic);
    if (isSaved) saver.saveSoon();
  });
  return saver;
}

/** A running emulator. `startEmulator` creates it. */
export interface Emulator {
  /** The `baseUrl` of a client, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The URL of the dashboard. */
  readonly dashboardUrl: string;
  /** The fake that responds to requests. A test can read and change everything that the dashboard shows. */
  readonly fake: FakeOutlet;
  /**
   * Stops the emulator: ends all connections and webhooks, and saves the state. Further calls return the same promise.
   * @throws Error if the state cannot be saved
   */
  close(): Promise<void>;
  /** Calls `close` at the end of a block: `await using emulator = await startEmulator()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts an outlet on a local port: the API with its rules, limits and webhooks, and the dashboard of the merchant.
 * @example
 * ```ts
 * const emulator = await startEmulator({ port: 0 });
 * const { token } = emulator.fake.key('digital-ordering');
 * const outlet = new OutletClient({ baseUrl: emulator.url, accessToken: token });
 * await emulator.close();
 * ```
 * @throws TypeError if an option does not exist, the latency or a webhook URL is invalid, or `state` and `data` are combined
 * @throws Error if the file of the state or data is broken, or the emulator cannot listen on the port, such as a port in use
 */
export async function startEmulator(options?: EmulatorOptions): Promise<Emulator> {
  rejectUnknown<EmulatorOptions>('startEmulator', options, emulatorOptions);
  const {
    port = 4010,
    host = '127.0.0.1',
    allowedHosts = [],
    latency = 0,
    state,
    data: dataPath,
    webhookUrls = {},
    log,
    ...fakeSettings
  } = options ?? {};
  if (!(latency >= 0 && latency <= maxTimerDelay)) {
    throw new TypeError(
      `startEmulator: latency must be between 0 and ${maxTimerDelay} milliseconds, not ${latency}.`,
    );
  }
  rejectUnknown<Partial<Record<UseCase, string>>>(
    'startEmulator: webhookUrls',
    webhookUrls,
    webhookUrlOptions,
  );
  for (const url of Object.values(webhookUrls)) {
    if (!isHttpUrl(url)) throw new TypeError('startEmulator: webhookUrls must be URLs of http or https.');
  }
  if (state !== undefined && dataPath !== undefined) {
    throw new TypeError('startEmulator: state and data cannot be combined.');
  }
  const data = dataPath === undefined ? undefined : await loadDataFile(dataPath);
  const snapshot = state === undefined ? undefined : await loadStateFile(state, fakeSettings);
  // With the default of 5 seconds, a client on a busy machine can use a connection just as the server closes it.
  const server = createServer({ keepAliveTimeout: 60_000 });
  const url = await listen(server, port, host);

  // No request arrives before the handler exists, because everything up to there happens in one turn of the event loop.
  const events = createEvents();
  const emulator = createEmulatorState({ ...fakeSettings, baseUrl: url }, { snapshot, data, log, onError });
  emulator.onChange(events.changed);
  const saver = state === undefined ? undefined : saverOf(emulator, state);
  setWebhookUrls(emulator.outlet, webhookUrls);
  const isAllowedHost = hostMatcher(host, allowedHosts);
  const api = createApi(emulator, { latency, isAllowedHost, onError });
  const { fetch } = createApp(emulator, events, isAllowedHost, onError);
  const app = createNodeHandler(url, onError, async ({ request, isTooLarge }, outgoing) => {
    const response = isTooLarge ? errorResponse(413, tooLarge) : await fetch(request);
    await send(response, response.body, outgoing);
  });
  server.on('request', (incoming, outgoing) => {
    void (isAppUrl.test(incoming.url ?? '') ? app : api)(incoming, outgoing);
  });

  async function stop(): Promise<void> {
    events.close();
    for (const { autopilot } of emulator.outlets) autopilot.stop();
    emulator.deliveries.stop();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    await saver?.close();
  }

  let closing: Promise<void> | undefined;
  function close(): Promise<void> {
    closing ??= stop();
    return closing;
  }

  return {
    url,
    dashboardUrl: `${url}/dashboard/`,
    fake: emulator.fake,
    close,
    [Symbol.asyncDispose]: close,
  };
}
