import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  createFakeOutlet,
  type FakeOutlet,
  type FakeOutletOptions,
  type Fault,
} from 'outlet-open-api/testing';

/** A fake restaurant behind sockets, with commands for the case on the other side. */
export class Restaurant {
  readonly fake: FakeOutlet;
  readonly #visited = new Happening();
  readonly #abandoned = new Happening();

  constructor(options: FakeOutletOptions) {
    this.fake = createFakeOutlet(options);
  }

  /** Responds with the fake, compressed on request. Faults close or hang the connection as in the fake. */
  async serve(incoming: IncomingMessage, outgoing: ServerResponse, isPacked: boolean): Promise<void> {
    const left = new AbortController();
    outgoing.on('close', () => {
      left.abort();
      if (!outgoing.writableFinished) this.#abandoned.occur();
    });
    const request = await requestOf(incoming, left.signal);
    this.#visited.occur();
    const response = await this.fake.fetch(request);
    outgoing.writeHead(response.status, {
      ...Object.fromEntries(response.headers),
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    const body = response.body ?? [];
    if (isPacked) return pipeline(body, createGzip(), outgoing);
    // Waits until each part is sent, so that a cut body has begun before the connection closes.
    for await (const part of body) await new Promise((sent) => outgoing.write(part, sent));
    outgoing.end();
  }

  /** Runs a command of a case. */
  async ask(what: string | undefined, incoming: IncomingMessage): Promise<unknown> {
    switch (what) {
      case 'faults':
        return this.fake.failNext((await json(incoming)) as Fault);
      case 'requests':
        return this.fake.requests;
      case 'orders':
        return this.fake.orders.all();
      case 'visited':
        return this.#visited.occurred;
      case 'abandoned':
        return this.#abandoned.occurred;
      default:
        throw new Error(`Unknown command: ${what}`);
    }
  }
}

/** An event that can be awaited before and after it has occurred. */
class Happening {
  readonly occurred: Promise<void>;
  occur = () => {};

  constructor() {
    this.occurred = new Promise((resolve) => {
      this.occur = resolve;
    });
  }
}

async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming;
  const body = await buffer(incoming);
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    signal,
    ...(body.length > 0 && { body }),
  });
}
