import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another origin, which must not receive any request. */
export class Elsewhere {
  readonly visits: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(({ url = '' }, response) => {
      this.visits.push(url);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"elsewhere","data":[]}');
    });
  }

  static async open(): Promise<Elsewhere> {
    const elsewhere = new Elsewhere();
    elsewhere.#server.listen(0, '127.0.0.1');
    await once(elsewhere.#server, 'listening');
    return elsewhere;
  }

  /** A URL that identifies the run. */
  urlFor(seed: number): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/from-run-${seed}`;
  }

  visitsFrom(seed: number): number {
    const { pathname } = new URL(this.urlFor(seed));
    return this.visits.filter((url) => url === pathname).length;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
