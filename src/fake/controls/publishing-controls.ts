import type { Outlet } from '../outlet/outlet.js';
import type { FakeChannel, FakeMenuItem } from '../outlet/state.js';

/** The channels of the outlet, as its dashboard edits them. */
export interface FakeChannels {
  all(): FakeChannel[];
  /** The merchant presses Publish. `channels` replace those before; without any, nothing but the notice goes out. */
  publish(channels?: readonly FakeChannel[]): void;
}

/** The menu of the outlet, as its dashboard edits it. */
export interface FakeMenus {
  /** The items with the prices of the outlet itself. */
  items(): FakeMenuItem[];
  /** The merchant presses Publish. `items` replace those before; without any, nothing but the notice goes out. */
  publish(items?: readonly FakeMenuItem[]): void;
}

export function createFakeChannels({ state, announce }: Outlet): FakeChannels {
  return {
    all: () => structuredClone(state.channels),
    publish(channels = state.channels) {
      state.channels = structuredClone([...channels]);
      announce.channelsPublished();
    },
  };
}

export function createFakeMenus({ state, announce }: Outlet): FakeMenus {
  return {
    items: () => structuredClone(state.menuItems),
    publish(items = state.menuItems) {
      state.menuItems = structuredClone([...items]);
      announce.menusPublished();
    },
  };
}
