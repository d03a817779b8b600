import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The response of the service without a fault. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What can be done to the connection that a request came in by. */
export interface Exchange {
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** A URL at another origin. */
  readonly elsewhere: string;
  /** Breaks all connections, and rejects new ones for a while. */
  leave(): void;
}
