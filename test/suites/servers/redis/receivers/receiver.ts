import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { WebhookEvent } from 'outlet-open-api/webhooks';
import { bundled } from '../../../../support/running/bundled.js';

export interface ReceiverOptions {
  readonly redisUrl: string;
  readonly leaseDuration: number;
}

/** What a receiver reports: its port, or what happened to the event of an order. */
export interface Step {
  readonly port?: number;
  readonly begun?: string;
  readonly handled?: string;
  readonly aborted?: string;
  readonly reason?: string;
}

const program = new URL('process.ts', import.meta.url);

/** A process that receives webhooks. It handles an order whose ID starts with `held` until `finish` is called. */
export class Receiver {
  /** What the receiver reported, without its port. */
  readonly steps: Step[] = [];
  readonly #child: ChildProcess;
  #url = '';

  private constructor(bundle: string, options: ReceiverOptions) {
    this.#child = fork(bundle, [JSON.stringify(options)], { execArgv: [] });
    this.#child.on('message', (step: Step) => this.steps.push(step));
  }

  static async start(options: ReceiverOptions): Promise<Receiver> {
    const receiver = new Receiver(await bundled(program), options);
    const { port } = await receiver.next(({ port }) => port !== undefined);
    receiver.steps.length = 0;
    receiver.#url = `http://127.0.0.1:${port}/`;
    return receiver;
  }

  /** Delivers an event, and returns the status of the response. */
  async deliver({ raw }: WebhookEvent): Promise<number> {
    const response = await fetch(this.#url, { method: 'POST', body: JSON.stringify(raw) });
    await response.arrayBuffer();
    return response.status;
  }

  /** Delivers an event until the receiver accepts it, as the API does. */
  async deliverUntilAccepted(event: WebhookEvent): Promise<void> {
    while ((await this.deliver(event)) !== 200);
  }

  /** Returns the first step that matches, when the receiver has reported it. */
  async next(matches: (step: Step) => boolean): Promise<Step> {
    for (;;) {
      const step = this.steps.find(matches);
      if (step) return step;
      await once(this.#child, 'message');
    }
  }

  /** Ends the handler of an order whose ID starts with `held`. */
  finish(id: string): void {
    this.#child.send(id);
  }

  /** Kills the process with SIGKILL. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}
