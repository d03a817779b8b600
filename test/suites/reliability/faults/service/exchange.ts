import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The response of the service without a fault. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The connection of a request, and what can be done to it. */
export interface Exchange {
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** A URL at another origin. */
  readonly elsewhere: string;
  /** Breaks all connections, and rejects new ones for a while. */
  leave(): void;
}
