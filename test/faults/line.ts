import type { IncomingMessage } from 'node:http';
import type { FakeOutlet } from 'outlet-open-api/testing';
import type { RunPlan } from './plan.js';
import type { Answer } from './service/exchange.js';
import { type Fault, noFault } from './service/faults.js';

/** A request that came in whole. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly body: Buffer<ArrayBuffer>;
}

/** Names the operation of a run that a request belongs to. A request without it meets no fault. */
export const operationHeader = 'x-operation';

/** The part of the URL that belongs to the run. */
export function pathOf({ seed }: RunPlan): string {
  return `/run-${seed}`;
}

/** What lies between the clients of one run and its outlet: the faults of each operation, in turn, and a record of it all. */
export class Line {
  readonly arrivals: Arrival[] = [];
  /** The names of the faults that each operation met. */
  readonly met: string[][];
  readonly elsewhere: string;
  readonly #path: string;
  readonly #outlet: FakeOutlet;
  readonly #ahead: Fault[][];

  constructor(plan: RunPlan, outlet: FakeOutlet, elsewhere: string) {
    this.elsewhere = elsewhere;
    this.#path = pathOf(plan);
    this.#outlet = outlet;
    this.#ahead = plan.operations.map((operation) => [...operation.faults]);
    this.met = plan.operations.map(() => []);
  }

  isOwn({ url = '' }: IncomingMessage): boolean {
    return url.startsWith(`${this.#path}/`);
  }

  nextFault({ headers }: IncomingMessage): Fault {
    const operation = Number(headers[operationHeader]);
    const fault = this.#ahead[operation]?.shift() ?? noFault;
    if (fault !== noFault) this.met[operation]?.push(fault.name);
    return fault;
  }

  note(arrival: Arrival): void {
    this.arrivals.push(arrival);
  }

  /** Has the service do what a request asks. */
  async perform({ request, body }: Arrival): Promise<Answer> {
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
