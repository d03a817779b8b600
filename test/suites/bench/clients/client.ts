import type { Priority } from 'outlet-open-api';

/** The interface that all scenarios use for a client. A method rejects if the client's own method does. */
export interface BenchClient {
  get(id: string, priority?: Priority): Promise<unknown>;
  /** The pages of all orders in a range. */
  list?(range: Range): AsyncIterable<readonly unknown[]>;
  close(): void;
}

/** Milliseconds since the epoch. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The URL and the key of a client. */
export interface Access {
  readonly baseUrl: string;
  readonly token: string;
}

export interface ClientModule {
  /** A client with its default options, except for the URL. */
  open(access: Access): BenchClient;
}
