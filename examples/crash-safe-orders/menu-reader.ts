import type { OutletClient } from 'outlet-open-api';
import type { Menu } from './guest-order.js';

/** How long the last menu is used while the API does not respond. */
const maxAge = 15 * 60 * 1_000;

/** Reads the menu that guests see. */
export class MenuReader {
  readonly #outlet: OutletClient;
  readonly #partnerChannel: string;
  #last: { readonly menu: Menu; readonly readAt: number } | undefined;
  #running: Promise<Menu> | undefined;

  constructor(outlet: OutletClient, partnerChannel: string) {
    this.#outlet = outlet;
    this.#partnerChannel = partnerChannel;
  }

  /** Returns the published menu. It is read for each order, because no event says that it has changed. Orders at the same time share a call. */
  read(): Promise<Menu> {
    this.#running ??= this.#read().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Reads the menu. Without a quick response, returns the last one. */
  async #read(): Promise<Menu> {
    const readAt = Date.now();
    try {
      const params = { channelType: 'partner', partnerChannel: this.#partnerChannel };
      const menu = await this.#outlet.menus.get<Menu>(params, { deadline: 4_000 });
      this.#last = { menu, readAt };
      return menu;
    } catch (error) {
      if (!this.#last || readAt - this.#last.readAt > maxAge) throw error;
      return this.#last.menu;
    }
  }
}
