import { fileURLToPath } from 'node:url';
import { byClient } from './by-client.js';
import { Child } from './child.js';
import type { ClientName } from './clients/names.js';
import type { Batch, BatchOutcome, Disturbance, Outcome, Work } from './runner/work.js';
import type { KeyEndpoint, KeyPlan, LogEntry } from './service/key-plan.js';
import type { Service } from './service/service.js';

/** One client that uses one key. */
export interface Cell {
  readonly client: ClientName;
  /** How the key differs from the default key. */
  readonly key: Partial<KeyPlan>;
  readonly work: Work;
}

/** The outcome of a cell, as its client and as the service saw it. */
export interface Measured extends Cell {
  readonly outcome: Outcome;
  readonly log: readonly LogEntry[];
  readonly endpoint: KeyEndpoint;
  /** When each disturbance of the process ended. */
  readonly disturbed: readonly number[];
}

export interface BenchOptions {
  /** Fewer cells and shorter runs. */
  readonly quick: boolean;
  /** Whether the peers are measured too. */
  readonly peers: boolean;
  /** Called with the result of each cell. */
  readonly observe: (cell: Measured) => void;
}

const usualKey: KeyPlan = {
  seed: 1,
  limit: 5,
  others: 0,
  work: { min: 0, max: 0 },
  network: { roundTrip: 40, jitter: 0.2 },
  skew: 0,
  headers: 'normal',
  changes: [],
  orders: { count: 0, from: 0, to: 0, spread: 'even' },
};

const warmUpKey: KeyPlan = { ...usualKey, limit: 1_000, network: { roundTrip: 0, jitter: 0 } };

/** Cells whose process is ready to start. */
interface Started {
  readonly cells: readonly Cell[];
  readonly keys: readonly KeyEndpoint[];
  readonly warmUp: KeyEndpoint;
  readonly runner: Child;
}

/** Measures cells, all at the same time, each client in a separate process. */
export class Bench {
  readonly quick: boolean;
  readonly peers: boolean;
  readonly #observe: (cell: Measured) => void;
  readonly #service: Service;
  /** The lateness of the simulator and the clients' processes: 99th percentiles in milliseconds. */
  readonly lateness = { service: 0, clients: 0 };
  #keys = 0;
  #lastStart: Promise<unknown> = Promise.resolve();

  constructor(service: Service, { quick, peers, observe }: BenchOptions) {
    this.#service = service;
    this.quick = quick;
    this.peers = peers;
    this.#observe = observe;
  }

  async measure(
    cells: readonly Cell[],
    disturbances: readonly Disturbance[] = [],
  ): Promise<readonly Measured[]> {
    const wanted = cells.filter(({ client }) => this.peers || client.startsWith('ours'));
    const started = await Promise.all(
      [...byClient(wanted).values()].map((group) => this.#start(group, disturbances)),
    );
    const measured = (await Promise.all(started.map((batch) => this.#perform(batch)))).flat();
    measured.forEach(this.#observe);
    return measured;
  }

  async #start(cells: readonly Cell[], disturbances: readonly Disturbance[]): Promise<Started> {
    const warmUp = await this.#service.open(warmUpKey);
    const keys = await Promise.all(cells.map((cell) => this.#service.open(this.#planOf(cell))));
    const runs = cells.flatMap(({ client, work }, index) => {
      const key = keys[index];
      return key ? [{ client, work, key }] : [];
    });
    // One after another, because a starting process would slow down those that are measured.
    const runner = this.#lastStart.then(() => warmRunner({ warmUp, disturbances, runs }));
    this.#lastStart = runner.catch(() => {});
    return { cells, keys, warmUp, runner: await runner };
  }

  async #perform({ cells, keys, warmUp, runner }: Started): Promise<Measured[]> {
    const { outcomes, disturbed, lag } = await runner.ask<BatchOutcome>('go');
    runner.stop();
    const logs = await Promise.all(keys.map((key) => this.#service.close(key)));
    await this.#service.close(warmUp);
    this.#noteLateness(logs.flat(), lag);
    return cells.flatMap((cell, index) => {
      const [endpoint, outcome, log] = [keys[index], outcomes[index], logs[index]];
      return endpoint && outcome && log ? [{ ...cell, endpoint, outcome, log, disturbed }] : [];
    });
  }

  #planOf({ key }: Cell): KeyPlan {
    this.#keys += 1;
    return { ...usualKey, seed: this.#keys, ...key };
  }

  #noteLateness(log: readonly LogEntry[], lag: number): void {
    const late = log.map((entry) => entry.late).sort((one, other) => one - other);
    this.lateness.service = Math.max(this.lateness.service, late[Math.floor(late.length * 0.99)] ?? 0);
    this.lateness.clients = Math.max(this.lateness.clients, lag);
  }
}

/** A process that has loaded the clients of a batch, and waits for the command to run them. */
async function warmRunner(batch: Batch): Promise<Child> {
  const runner = new Child(
    fileURLToPath(new URL('runner/process.ts', import.meta.url)),
    [],
    process.execArgv,
  );
  await runner.ask(batch);
  return runner;
}
