import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

import { Redis } from 'ioredis';
import { bundled } from '../../../support/running/bundled.js';
import { monotonicNow } from '../../bench/service/clock.js';
import type { KeyEndpoint, LogEntry } from '../../bench/service/key-plan.js';
import { KeyServer } from '../../bench/service/key-server.js';
import type { NetworkPlan } from '../../bench/service/network.js';
import { type RedisServer, startRedis } from '../start/start-redis.js';
import { DelayProxy } from './delay-proxy.js';
import type { Job, Report } from './job.js';

export interface CrowdPlan {
  readonly processes: number;
  readonly network: NetworkPlan;
  /** Milliseconds by which the service's clock is ahead. */
  readonly skew: number;
}

/** What a crowd did to the service. */
export interface CrowdResult {
  readonly began: number;
  readonly ended: number;
  readonly endpoint: KeyEndpoint;
  readonly log: readonly LogEntry[];
  readonly reports: readonly Report[];
}

/** Processes that share a key, with a Redis and a service of their own. */
export class Crowd {
  readonly redis: RedisServer;
  /** Between the processes and Redis. */
  readonly proxy: DelayProxy;
  readonly #service: KeyServer;
  readonly #endpoint: KeyEndpoint;
  readonly #workers: readonly ChildProcess[];
  #began = Number.NaN;

  private constructor(
    redis: RedisServer,
    proxy: DelayProxy,
    service: KeyServer,
    endpoint: KeyEndpoint,
    workers: readonly ChildProcess[],
  ) {
    this.redis = redis;
    this.proxy = proxy;
    this.#service = service;
    this.#endpoint = endpoint;
    this.#workers = workers;
  }

  /** Starts the servers and the processes, which wait for `begin`. */
  static async start({ processes, network, skew }: CrowdPlan): Promise<Crowd> {
    const redis = await startRedis();
    const proxy = new DelayProxy(redis.port);
    const port = await proxy.listen();
    const service = new KeyServer({
      seed: 1,
      limit: 5,
      others: 0,
      network,
      work: { min: 0, max: 0 },
      skew,
      headers: 'normal',
      changes: [],
      orders: { count: 0, from: 0, to: 1, spread: 'even' },
    });
    const endpoint = await service.open();
    const workers = Array.from({ length: processes }, (_, index) =>
      startWorker({ name: `p${index}`, port, endpoint, processes, pause: 3_000 }),
    );
    return new Crowd(redis, proxy, service, endpoint, await Promise.all(workers));
  }

  begin(): void {
    this.#began = monotonicNow();
    for (const worker of this.#workers) worker.send('begin');
  }

  /** Deletes everything in Redis. */
  async flush(): Promise<void> {
    const client = new Redis(this.redis.url);
    await client.flushall();
    client.disconnect();
  }

  /** Milliseconds since the start. */
  get time(): number {
    return monotonicNow() - this.#began;
  }

  /** Ends the processes and the servers. */
  async end(): Promise<CrowdResult> {
    const ended = monotonicNow();
    const reports = await Promise.all(this.#workers.map(reportOf));
    for (const worker of this.#workers) worker.disconnect();
    this.#service.close();
    this.proxy.close();
    await this.redis.close();
    return { began: this.#began, ended, endpoint: this.#endpoint, log: this.#service.log, reports };
  }
}

async function startWorker(job: Job): Promise<ChildProcess> {
  const worker = fork(await bundled(new URL('worker.ts', import.meta.url)), { execArgv: [] });
  worker.send(job);
  await once(worker, 'message');
  return worker;
}

async function reportOf(worker: ChildProcess): Promise<Report> {
  const report = once(worker, 'message');
  worker.send('end');
  const [message] = await report;
  return message;
}
