import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrival, Line } from '../line.js';
import type { Exchange, Reply } from './exchange.js';
import type { Fault } from './faults.js';

/** How long a service is down. Milliseconds. */
const absence = 150;

const undone: Reply = { status: 500, headers: {}, body: '' };

/**
 * A loopback port that serves the outlets of one run after another, over a connection that can fail at any point. The
 * port is kept between runs. If it were released while the service is down, another run could get it.
 */
export class Service {
  #server: Server;
  #line: Line | undefined;
  #return: Promise<void> | undefined;
  readonly #late = new Set<Promise<unknown>>();
  readonly #open = new Set<ServerResponse>();
  readonly #port: number;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#port = port;
  }

  static async open(): Promise<Service> {
    const server = await listening(0);
    const { port } = server.address() as AddressInfo;
    const service = new Service(server, port);
    service.#serveOn(server);
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Requests without a response whose connection is open. */
  get openRequests(): number {
    return this.#open.size;
  }

  serve(line: Line): void {
    this.#line = line;
  }

  /** Resolves when all late requests were performed, and the service is up again. */
  async settled(): Promise<void> {
    while (this.#late.size > 0 || this.#return) await Promise.all([...this.#late, this.#return]);
  }

  /** Closes all connections, so that the next run starts with new ones. */
  hangUp(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    await this.settled();
    this.#server.close();
    this.hangUp();
  }

  #serveOn(server: Server): void {
    server.on('request', (request, response) => {
      this.#open.add(response);
      response.once('close', () => this.#open.delete(response));
      // Only requests whose sender has disconnected fail.
      this.#receive(request, response).catch(() => response.destroy());
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = this.#line;
    // Requests that a run abandoned can arrive after the next one has started.
    if (!line?.isOwn(request)) throw new Error('No run waits for this response');
    const { elsewhere } = line;
    const { socket } = request;
    const exchange: Exchange = { response, socket, elsewhere, leave: () => this.#leave() };
    const fault = line.nextFault(request);
    if (fault.hasty) return fault.way(exchange, undone);
    const arrival = { request, body: await buffer(request) };
    line.note(arrival);
    const reply = fault.effect === 'before' ? await line.perform(arrival) : undone;
    this.#performLate(line, arrival, fault);
    if (!socket.destroyed) fault.way(exchange, reply);
  }

  #performLate(line: Line, arrival: Arrival, { effect }: Fault): void {
    if (typeof effect === 'string') return;
    const performed = sleep(effect.after).then(() => line.perform(arrival));
    this.#late.add(performed);
    performed.finally(() => this.#late.delete(performed));
  }

  #leave(): void {
    this.#return ??= this.#comeBack().finally(() => {
      this.#return = undefined;
    });
  }

  async #comeBack(): Promise<void> {
    this.#server.close();
    this.hangUp();
    await sleep(absence);
    this.#server = await listening(this.#port);
    this.#serveOn(this.#server);
  }
}

/** A client connection can hold the port for a moment while nobody listens on it. */
async function listening(port: number): Promise<Server> {
  for (;;) {
    const server = createServer({ keepAliveTimeout: 60_000 });
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return server;
    } catch (error) {
      if (port === 0) throw error;
      await sleep(20);
    }
  }
}
