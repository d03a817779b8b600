import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy that delays what it forwards. */
export class DelayProxy {
  #delay = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(target: number) {
    this.#server = createServer({ noDelay: true }, (client) => {
      const server = connect({ port: target, host: '127.0.0.1', noDelay: true });
      this.#forward(client, server);
      this.#forward(server, client);
    });
  }

  /** Returns the port. */
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return Object(this.#server.address()).port;
  }

  /** Delays what arrives from now on, by milliseconds in each direction. */
  setDelay(delay: number): void {
    this.#delay = delay;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #forward(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (data) => setTimeout(() => to.write(data), this.#delay));
    from.on('error', () => {});
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
