import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrival, Line } from '../line.js';
import type { Answer, Exchange } from './exchange.js';
import type { Fault } from './faults.js';

/** How long a service that left stays away. Milliseconds. */
const absence = 150;

const undone: Answer = { status: 500, headers: {}, body: '' };

/**
 * A port of this machine behind which one run after the other finds its outlet, over a line that can break at any point. A
 * port is kept between runs, because one that is given back while its service is away could become another run's.
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
    service.#answerOn(server);
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

  /** Resolves when all that was to be performed late was performed, and the service is there again. */
  async settled(): Promise<void> {
    while (this.#late.size > 0 || this.#return) await Promise.all([...this.#late, this.#return]);
  }

  /** Closes all connections, so that the next run begins with new ones. */
  hangUp(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    await this.settled();
    this.#server.close();
    this.hangUp();
  }

  #answerOn(server: Server): void {
    server.on('request', (request, response) => {
      this.#open.add(response);
      response.once('close', () => this.#open.delete(response));
      // Only requests fail whose sender went away.
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
    const answer = fault.effect === 'before' ? await line.perform(arrival) : undone;
    this.#performLate(line, arrival, fault);
    if (!socket.destroyed) fault.way(exchange, answer);
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
    this.#answerOn(this.#server);
  }
}

/** A connection of a client can have the port for a moment while nobody listens on it. */
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
