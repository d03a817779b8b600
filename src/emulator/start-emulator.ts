import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { FakeOutlet, FakeOutletOptions } from '../fake/fake-outlet.js';
import { createEmulation, type Emulation } from './control/emulation.js';
import { createEvents, type Events } from './control/events.js';
import { createApi } from './server/api.js';
import { createApp } from './server/app.js';
import { listen } from './server/listen.js';

/** Options of the emulator. The other options are those of `createFakeOutlet`. */
export interface EmulatorOptions extends Omit<FakeOutletOptions, 'baseUrl'> {
  /** The port. 0 chooses a free port. Default: 4010. */
  port?: number | undefined;
  /**
   * The network interface to listen on. The dashboard has no password, so anyone who can reach the interface can use it.
   * Default: `127.0.0.1`, which only this machine can reach.
   */
  host?: string | undefined;
  /** Milliseconds to wait before each request to the API. Default: 0. */
  latency?: number | undefined;
}

/** A running emulator. `startEmulator` creates it. */
export interface Emulator {
  /** The `baseUrl` of a client, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The URL of the dashboard. */
  readonly dashboardUrl: string;
  /** The fake that responds to requests. A test can read and change everything that the dashboard shows. */
  readonly fake: FakeOutlet;
  /** Stops the emulator: ends all connections and webhooks. Further calls return the same promise. */
  close(): Promise<void>;
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
 * @throws Error if the port is in use, or the emulator cannot listen on it
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 4010, host = '127.0.0.1', latency = 0, ...fakeOptions } = options;
  const server = createServer();
  const url = await listen(server, port, host);

  // No request arrives before the handler exists, because everything up to there happens in one turn of the event loop.
  const events = createEvents();
  const emulation = createEmulation({ ...fakeOptions, baseUrl: url }, (topic) => events.changed(topic));
  const api = createApi(emulation, latency);
  const { fetch } = createApp(emulation, events, host);
  const app = getRequestListener((request) => fetch(request), { overrideGlobalObjects: false });
  server.on('request', (incoming, outgoing) => {
    void (incoming.url?.startsWith('/api/v1/') ? api : app)(incoming, outgoing);
  });

  let closing: Promise<void> | undefined;
  return {
    url,
    dashboardUrl: `${url}/dashboard/`,
    fake: emulation.fake,
    close() {
      closing ??= stop(server, events, emulation);
      return closing;
    },
  };
}

async function stop(server: Server, events: Events, { deliveries }: Emulation): Promise<void> {
  events.close();
  deliveries.stop();
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
