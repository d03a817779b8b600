import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What the service would answer with, if nothing went wrong. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What can be done to the connection that a request came in by. */
export interface Exchange {
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** An address at another origin. */
  readonly elsewhere: string;
  /** Breaks all connections, and refuses new ones for a while. */
  leave(): void;
}
