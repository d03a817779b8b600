import type { ChannelType, Menu, MenuGetParams } from '../entities/index.js';
import { getMenu } from '../operations/menus.js';
import type { RequestOptions } from '../transport/call-options.js';
import type { OutletPromise } from '../transport/outlet-promise.js';
import type { Transport } from '../transport/transport.js';

/** Fetches menus. */
export class Menus {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Fetches the menu of a channel type, as received but without a `data` wrapper. Specification: "GET /menus".
   *
   * @example
   * ```ts
   * const menu = await outlet.menus.get({ channelType: 'partner', partnerChannel: 'foodie' });
   * ```
   * @throws RequestValidationError if `channelType` is `partner` and `partnerChannel` is missing
   */
  get<const Type extends ChannelType>(
    query: MenuGetParams<Type>,
    options?: RequestOptions,
  ): OutletPromise<Menu> {
    return this.#transport.call(getMenu, { query }, options);
  }
}
