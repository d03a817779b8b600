import type { FakeOutlet } from 'outlet-open-api/testing';
import { channels, menuItems } from '../../../src/fake/initial-data/menu.js';

/** Publishes the usual channels and menu at an empty outlet, before its keys receive webhooks. */
export function publishMenu(fake: FakeOutlet): void {
  fake.channels.add(...channels);
  fake.menus.add(...menuItems);
  fake.channels.publish();
  fake.menus.publish();
}
