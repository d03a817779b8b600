import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { KeyEndpoint, KeyPlan, LogEntry } from './key-plan.js';

export type ServiceOrder =
  | { readonly kind: 'open'; readonly id: number; readonly plan: KeyPlan }
  | { readonly kind: 'close'; readonly id: number; readonly token: string };

export type ServiceReply =
  | { readonly kind: 'opened'; readonly id: number; readonly endpoint: KeyEndpoint }
  | { readonly kind: 'closed'; readonly id: number; readonly log: readonly LogEntry[] };

/** Controls the process of the service. */
export class Service {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (reply: ServiceReply) => void>();
  #orders = 0;

  constructor() {
    this.#process = fork(fileURLToPath(new URL('process.ts', import.meta.url)), {
      serialization: 'advanced',
    });
    this.#listen();
  }

  /** Serves one more key. */
  async open(plan: KeyPlan): Promise<KeyEndpoint> {
    const reply = await this.#ask({ kind: 'open', id: this.#nextId(), plan });
    if (reply.kind !== 'opened') throw new Error('The service sent another reply');
    return reply.endpoint;
  }

  /** Stops serving a key, and returns the log of its requests. */
  async close({ token }: KeyEndpoint): Promise<readonly LogEntry[]> {
    const reply = await this.#ask({ kind: 'close', id: this.#nextId(), token });
    if (reply.kind !== 'closed') throw new Error('The service sent another reply');
    return reply.log;
  }

  stop(): void {
    this.#process.kill();
  }

  #nextId(): number {
    this.#orders += 1;
    return this.#orders;
  }

  #ask(order: ServiceOrder): Promise<ServiceReply> {
    return new Promise((resolve) => {
      this.#waiting.set(order.id, resolve);
      this.#process.send(order);
    });
  }

  async #listen(): Promise<void> {
    for await (const [message] of on(this.#process, 'message', { close: ['exit'] })) {
      const reply: ServiceReply = message;
      this.#waiting.get(reply.id)?.(reply);
      this.#waiting.delete(reply.id);
    }
  }
}
