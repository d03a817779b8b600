import type { Channel } from '../../entities/index.js';
import { listChannels } from '../../operations/index.js';
import type { CallOptions } from '../../transport/call-options.js';
import type { OutletPromise } from '../../transport/outlet-promise.js';
import type { Transport } from '../../transport/transport.js';
import { listAll } from './list-all.js';

/** Lists the channels that orders come from: partner platforms and tables. A client has it as `outlet.channels`. */
export class Channels {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the channels of the outlet. Returns a promise of an array, not a `Paginator`. API specification: Endpoints › `GET /channels`.
   * @example
   * ```ts
   * const channels = await outlet.channels.list();
   * const tables = channels.filter(({ type }) => type === 'dine-in');
   * ```
   * @throws {@link CallError} if the call fails
   */
  list(options?: CallOptions): OutletPromise<Channel[]> {
    return listAll(this.#transport, listChannels, {}, options);
  }
}
