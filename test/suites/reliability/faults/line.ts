import type { IncomingMessage } from 'node:http';
import type { FakeOutlet } from 'outlet-open-api/testing';
import { gate } from '../../../support/time/gate.js';
import type { RunPlan } from './plan.js';
import type { Reply } from './service/exchange.js';
import { type Fault, noFault } from './service/faults.js';

/** A request that was received completely. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly body: Buffer<ArrayBuffer>;
}

/** Names the operation of a request. A request without this header gets no fault. */
export const operationHeader = 'x-operation';

/** The part of the URL that belongs to the run. */
export function pathOf({ seed }: RunPlan): string {
  return `/run-${seed}`;
}

/** The connection between the clients of one run and its outlet: the faults of each operation, in sequence, and a log. */
export class Line {
  readonly arrivals: Arrival[] = [];
  /** The names of the faults that each operation got. */
  readonly met: string[][];
  readonly elsewhere: string;
  readonly #path: string;
  readonly #outlet: FakeOutlet;
  readonly #ahead: Fault[][];
  /** The operations without a request so far. */
  readonly #silent: Set<number>;
  readonly #received = gate<void>();

  constructor(plan: RunPlan, outlet: FakeOutlet, elsewhere: string) {
    this.elsewhere = elsewhere;
    this.#path = pathOf(plan);
    this.#outlet = outlet;
    this.#ahead = plan.operations.map((operation) => [...operation.faults]);
    this.met = plan.operations.map(() => []);
    this.#silent = new Set(plan.operations.keys());
  }

  /** Resolves when a request of each operation was received. */
  get received(): Promise<void> {
    return this.#received.promise;
  }

  isOwn({ url = '' }: IncomingMessage): boolean {
    return url.startsWith(`${this.#path}/`);
  }

  nextFault({ headers }: IncomingMessage): Fault {
    const operation = Number(headers[operationHeader]);
    const fault = this.#ahead[operation]?.shift() ?? noFault;
    this.#silent.delete(operation);
    if (this.#silent.size === 0) this.#received.open();
    if (fault !== noFault) this.met[operation]?.push(fault.name);
    return fault;
  }

  note(arrival: Arrival): void {
    this.arrivals.push(arrival);
  }

  /** Performs a request at the outlet. */
  async perform({ request, body }: Arrival): Promise<Reply> {
    const { method = 'GET', url = '/', headers } = request;
    const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const response = await this.#outlet.fetch(new URL(url, this.#outlet.baseUrl), {
      method,
      headers: fields,
      ...(body.length > 0 && { body }),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  }
}
