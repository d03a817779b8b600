import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createRandom } from '../../../../src/random.js';
import { monotonicNow } from './clock.js';
import type { KeyEndpoint, KeyPlan, LogEntry, OutageKind } from './key-plan.js';
import { Network } from './network.js';
import { Orders } from './orders.js';
import { rateHeaders } from './rate-headers.js';
import { replyTo } from './reply.js';
import { Windows, windowLength } from './windows.js';
import { type WorkPlan, workTime } from './work-time.js';

/**
 * The service for one key. Each key has its own port, so that clients of different keys in one process do not share
 * connections.
 */
export class KeyServer {
  readonly log: LogEntry[] = [];
  readonly #plan: KeyPlan;
  readonly #clockOffset: number;
  readonly #random;
  readonly #network: Network;
  readonly #windows: Windows;
  readonly #orders: Orders;
  #work: WorkPlan;
  readonly #known = new WeakSet<Socket>();
  readonly #server: Server;
  #changes: NodeJS.Timeout[] | undefined;
  #outage: OutageKind | undefined;
  #port = 0;

  constructor(plan: KeyPlan) {
    this.#plan = plan;
    this.#clockOffset = Date.now() + plan.skew - monotonicNow();
    this.#random = createRandom(plan.seed);
    this.#network = new Network(plan.network, this.#random);
    this.#windows = new Windows(plan.limit, plan.others);
    this.#work = plan.work;
    this.#orders = new Orders(plan.orders);
    this.#server = createServer((request, response) => this.#receive(request, response));
    // As is usual in front of services. Longer than any pause here.
    this.#server.keepAliveTimeout = 60_000;
  }

  async open(): Promise<KeyEndpoint> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port');
    const { port } = address;
    this.#port = port;
    return { baseUrl: `http://127.0.0.1:${port}`, token: `key-${port}`, clockOffset: this.#clockOffset };
  }

  close(): void {
    for (const change of this.#changes ?? []) clearTimeout(change);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const sent = monotonicNow();
    this.#beginChanges();
    request.resume();
    const newConnection = !this.#known.has(request.socket);
    this.#known.add(request.socket);
    const due = sent + this.#network.way() + (newConnection ? this.#network.connecting() : 0);
    at(due, () => this.#count(request, response, { sent, newConnection, late: monotonicNow() - due }, due));
  }

  /** Counts a request when it was due, so that a busy machine moves no request into another window. */
  #count(
    request: IncomingMessage,
    response: ServerResponse,
    arrival: Pick<LogEntry, 'sent' | 'newConnection' | 'late'>,
    due: number,
  ): void {
    const counted = due + this.#clockOffset;
    if (this.#outage && (this.#outage !== 'half' || this.#random.next() < 0.5)) {
      this.#failRequest(response, arrival, counted);
      return;
    }
    const turn = this.#windows.take(request.headers.authorization ?? '', counted);
    const { url = '/' } = request;
    const { status, name, orders, body } = replyTo(url, turn, counted, this.#orders);
    const headers = rateHeaders(this.#plan.headers, turn, this.#random);
    const { window, accepted } = turn;
    const entry = {
      ...arrival,
      name,
      orders,
      counted,
      window,
      accepted,
      responded: Number.POSITIVE_INFINITY,
    };
    this.log.push(entry);
    const work = accepted ? workTime(this.#work, this.#random) : 0;
    at(due + work + this.#network.way(), () => {
      entry.responded = monotonicNow();
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
  }

  #failRequest(
    response: ServerResponse,
    arrival: Pick<LogEntry, 'sent' | 'newConnection' | 'late'>,
    counted: number,
  ): void {
    const window = Math.floor(counted / windowLength) * windowLength;
    const entry = { ...arrival, name: 'failed', orders: 0, counted, window, accepted: true };
    this.log.push({ ...entry, responded: Number.POSITIVE_INFINITY });
    const isSlow = this.#outage === 'slow-error';
    if (this.#outage === 'silent') return;
    setTimeout(
      () => {
        response.writeHead(isSlow ? 500 : 503, { 'content-type': 'application/json' });
        response.end('{"code":500}');
      },
      (isSlow ? 2_000 : 0) + this.#network.way(),
    );
  }

  #beginChanges(): void {
    if (this.#changes) return;
    const { changes, outages = [] } = this.#plan;
    this.#changes = changes.map(({ after, limit, network, work }) =>
      setTimeout(() => {
        if (limit !== undefined) this.#windows.limit = limit;
        if (network) this.#network.plan = network;
        if (work) this.#work = work;
      }, after),
    );
    for (const { after, lasting, kind } of outages) {
      this.#changes.push(setTimeout(() => this.#beginOutage(kind), after));
      this.#changes.push(setTimeout(() => this.#endOutage(), after + lasting));
    }
  }

  #beginOutage(kind: OutageKind): void {
    this.#outage = kind;
    if (kind !== 'refused') return;
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #endOutage(): void {
    if (this.#outage === 'refused') this.#server.listen(this.#port, '127.0.0.1');
    this.#outage = undefined;
  }
}

/** Runs at an instant on the clock that all processes share. Runs at once if it is less than a millisecond away, the shortest timer. */
function at(instant: number, act: () => void): void {
  const delay = instant - monotonicNow();
  if (delay < 0.5) act();
  else setTimeout(act, delay);
}
