import type { ChannelType, Menu, MenuGetParams } from '../../entities/index.js';
import { getMenu } from '../../operations/index.js';
import type { CallOptions } from '../../transport/call-options.js';
import type { OutletPromise } from '../../transport/outlet-promise.js';
import type { Transport } from '../../transport/transport.js';

/** Fetches menus. A client has it as `outlet.menus`. */
export class Menus {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Fetches the menu of a channel type. A `data` wrapper is removed; everything else is as received. The API specification does
   * not define the fields of a menu: pass your own type, or declare the fields of `Menu` by interface merging.
   * API specification: Endpoints › `GET /menus`.
   * @example
   * ```ts
   * interface Menu { menuItems: { id: string; name: string; price: number }[] }
   * const { menuItems } = await outlet.menus.get<Menu>({ channelType: 'dine-in' });
   * ```
   * @throws {@link RequestValidationError} if `channelType` is `partner` and `partnerChannel` is missing
   */
  get<T = Menu, Type extends ChannelType = ChannelType>(
    query: MenuGetParams<Type>,
    options?: CallOptions,
  ): OutletPromise<T> {
    return this.#transport.call(getMenu, { query }, options);
  }
}
