import type { OutletPool } from 'outlet-open-api';

/** Menu fields are undocumented. Declare those that your outlet returns. */
export interface Menu {
  readonly menuItems: readonly (Priced & { readonly options?: readonly Priced[] | null })[];
}

export interface Priced {
  readonly id: string;
  readonly price?: number | null;
}

/**
 * Returns a function that reads the menu for an order, because no event says that it has changed. Orders at the same time share a call.
 * While the API does not respond, they get the last menu.
 */
export function createMenuReader(outlets: OutletPool, keyRef: string, partnerChannel: string) {
  let last: Menu | undefined;
  let running: Promise<Menu> | undefined;

  async function read(): Promise<Menu> {
    try {
      const outlet = await outlets.get(keyRef);
      last = await outlet.menus.get<Menu>({ channelType: 'partner', partnerChannel }, { deadline: 4_000 });
      return last;
    } catch (error) {
      if (!last) throw error;
      return last;
    }
  }

  return (): Promise<Menu> => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}
