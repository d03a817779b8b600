import type { Channel } from '../entities/index.js';
import type { Call } from '../http/call.js';
import type { RequestOptions } from '../http/options.js';
import type { Transport } from '../http/transport.js';
import { listChannels } from '../operations/channels.js';

/** Where orders come in: partners' platforms and tables. */
export class Channels {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the channels of the outlet. Specification: "GET /channels".
   *
   * @example
   * ```ts
   * const channels = await outlet.channels.list();
   * const tables = channels.filter(({ type }) => type === 'dine-in');
   * ```
   */
  list(options?: RequestOptions): Call<Channel[]> {
    return this.#transport.call(listChannels, {}, options);
  }
}
