import type { ChannelType, Menu, MenuQuery } from '../entities/index.js';
import type { Call } from '../http/call.js';
import type { RequestOptions } from '../http/options.js';
import type { Transport } from '../http/transport.js';
import { getMenu } from '../operations/menus.js';

/** What can be ordered. */
export class Menus {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Fetches the menu of a channel type, as it came (out of a `data` wrapper where there is one). Specification: "GET /menus".
   *
   * @example
   * ```ts
   * const menu = await outlet.menus.get({ channelType: 'partner', partnerChannel: 'foodie' });
   * ```
   * @throws InvalidRequestError where `channelType` is `partner` and `partnerChannel` is missing
   */
  get<const Type extends ChannelType>(query: MenuQuery<Type>, options?: RequestOptions): Call<Menu> {
    return this.#transport.call(getMenu, { query }, options);
  }
}
