import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { OutboxEntry } from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutlet } from 'outlet-open-api/testing';
import { serve } from '../../../examples/restaurant/serve.js';
import { randomOf } from '../../unit/sync/outbox/random.js';

/** What a run showed. */
export interface KillReport {
  readonly violations: readonly string[];
  readonly kills: number;
  readonly accepted: number;
  readonly lostResponses: number;
}

/** The backend that is killed. */
export interface KilledBackend {
  /** The bundled program. */
  readonly program: string;
  /** Arguments after the folder, the URL of the API, and the token. */
  readonly args?: readonly string[];
  /** The number of processes, one by default. */
  readonly processes?: number;
}

/**
 * Kills processes of a backend with SIGKILL at random moments while guests order, cancel, and the staff works. Starts each again at once,
 * and at the end compares their entries with the outlet.
 */
export async function performKills(backend: KilledBackend, seed: number, kills: number): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  const run = new KillRun(backend, folder, seed, kills);
  try {
    return await run.perform();
  } finally {
    await run.end();
    await rm(folder, { recursive: true });
  }
}

interface RunningProcess {
  readonly child: ChildProcess;
  readonly url: string;
}

class KillRun {
  readonly #backend: KilledBackend;
  readonly #folder: string;
  readonly #planned: number;
  readonly #random;
  readonly #fake: FakeOutlet;
  readonly #violations: string[] = [];
  readonly #accepted = new Set<string>();
  #served: Awaited<ReturnType<typeof serve>> | undefined;
  #running: RunningProcess[] = [];
  #kills = 0;
  #lostResponses = 0;
  #isOver = false;

  constructor(backend: KilledBackend, folder: string, seed: number, kills: number) {
    this.#backend = backend;
    this.#folder = folder;
    this.#planned = kills;
    this.#random = randomOf(seed);
    this.#fake = createFakeOutlet({ seed, hostile: seed % 2 === 0, rateLimit: false });
  }

  async perform(): Promise<KillReport> {
    this.#served = await serve((request) => this.#fake.fetch(request));
    this.#fake.failNext({
      method: 'POST',
      fault: 'lost-response',
      share: 0.2,
      times: Number.POSITIVE_INFINITY,
    });
    this.#fake.failNext({ fault: 'server-error-after-effect', share: 0.05, times: Number.POSITIVE_INFINITY });
    this.#fake.failNext({ fault: 'latency', delay: 300, share: 0.1, times: Number.POSITIVE_INFINITY });
    const { processes = 1 } = this.#backend;
    await Promise.all(Array.from({ length: processes }, () => this.#start()));
    const guests = Promise.all([this.#guests('A'), this.#guests('B'), this.#guests('C')]);
    const staff = this.#staff();
    for (; this.#kills < this.#planned; this.#kills += 1) {
      await wait(this.#random.between(20, 700));
      await this.#kill(this.#any());
      await this.#start();
    }
    this.#isOver = true;
    await Promise.all([guests, staff]);
    this.#lostResponses = this.#fake.faults[0]?.used ?? 0;
    for (const fault of [...this.#fake.faults]) fault.remove();
    for (const reference of this.#accepted) await this.#compare(reference);
    await this.#checkChanges();
    const [violations, kills] = [this.#violations, this.#kills];
    return { violations, kills, accepted: this.#accepted.size, lostResponses: this.#lostResponses };
  }

  async end(): Promise<void> {
    for (const running of this.#running) await this.#kill(running);
    this.#fake[Symbol.dispose]();
    await this.#served?.close();
  }

  async #start(): Promise<void> {
    const { url = '' } = this.#served ?? {};
    const key = this.#fake.key('digital-ordering');
    const { program, args = [] } = this.#backend;
    const all = [program, this.#folder, url, key.token, ...args];
    const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(child.stdout), 'line');
    const running = { child, url: `http://127.0.0.1:${JSON.parse(line).port}` };
    this.#running = [...this.#running, running];
    key.webhookUrl = `${running.url}/webhooks`;
  }

  #any(): RunningProcess | undefined {
    return this.#running[this.#random.between(0, this.#running.length - 1)];
  }

  async #kill(killed: RunningProcess | undefined): Promise<void> {
    if (!killed) return;
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    this.#running = this.#running.filter((running) => running !== killed);
  }

  /** Orders until the run is over. A request without a response is repeated. */
  async #guests(name: string): Promise<void> {
    for (let count = 0; !this.#isOver; count += 1) {
      const reference = `${name}-${count}`;
      const order = {
        channelId: 'channel-foodie',
        partnerInfo: { partnerChannel: 'foodie', orderId: reference },
        items: [{ menuItemId: 'item-burger', quantity: 1 }],
      };
      while (!(await this.#send('POST', reference, order))) await wait(20);
      this.#accepted.add(reference);
      if (this.#random.chance(0.2)) await this.#send('DELETE', reference);
      await wait(this.#random.between(0, 100));
    }
  }

  async #send(method: string, reference: string, body?: object): Promise<OutboxEntry | undefined> {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${this.#any()?.url}/${reference}`, init).catch(() => undefined);
    return response?.ok ? response.json().catch(() => undefined) : undefined;
  }

  async #staff(): Promise<void> {
    const { orders } = this.#fake;
    while (!this.#isOver) {
      await wait(50);
      for (const { id, status } of this.#placed()) {
        if (!this.#random.chance(0.05)) continue;
        if (status === 'open') orders.inKitchen(id);
        else if (status === 'inKitchen') orders.complete(id);
      }
    }
  }

  #placed(reference?: string) {
    return this.#fake.orders
      .all()
      .filter(({ partnerInfo }) =>
        reference ? partnerInfo?.orderId === reference : /^[ABC]-/.test(partnerInfo?.orderId ?? ''),
      );
  }

  /** Waits until an entry has ended and has the status of its order, and compares it with the outlet. */
  async #compare(reference: string): Promise<void> {
    const end = Date.now() + 90_000;
    let entry: OutboxEntry | undefined;
    const isSettled = () => {
      const [order] = this.#placed(reference);
      const isSame = entry?.state === 'created' && entry.order?.status === order?.status;
      return (isSame && entry?.cancel !== 'requested') || entry?.state === 'cancelled';
    };
    do {
      entry = await this.#send('GET', reference);
      if (!isSettled()) await wait(100);
    } while (!isSettled() && Date.now() < end);
    const placed = this.#placed(reference);
    const at = `${reference} (${entry?.state}, ${entry?.order?.status}, ${entry?.cancel}, ${entry?.error})`;
    if (!isSettled()) this.#violations.push(`${at} is ${placed[0]?.status} at the outlet`);
    if (placed.length > 1) this.#violations.push(`${at} is at the outlet ${placed.length} times`);
    if (entry?.state === 'cancelled' && placed.length > 0) this.#violations.push(`${at} is at the outlet`);
  }

  /** The last state of each entry was reported. */
  async #checkChanges(): Promise<void> {
    const reported = new Map<string, number>();
    for (const line of (await readFile(join(this.#folder, 'changes'), 'utf8')).split('\n')) {
      const [reference = '', version] = line.split(' ');
      reported.set(reference, Math.max(Number(version), reported.get(reference) ?? 0));
    }
    for (const reference of this.#accepted) {
      const entry = await this.#send('GET', reference);
      if (entry && entry.version > 1 && reported.get(reference) !== entry.version)
        this.#violations.push(
          `${reference} has version ${entry.version}, but ${reported.get(reference)} was reported`,
        );
    }
  }
}
