import { OutletClient } from 'outlet-open-api';
import type { FakeOutlet, FakeOutletOptions } from 'outlet-open-api/testing';
import type { UseCase } from 'outlet-open-api/webhooks';
import { openRestaurant } from '../restaurant/open.js';
import { type Inbox, openInbox } from './inbox.js';

/** What a chapter of the tour uses: the restaurant, and a client and an inbox for its use case. */
export interface Stage {
  readonly fake: FakeOutlet;
  readonly outlet: OutletClient;
  readonly inbox: Inbox;
}

/** The tour shows the names and prices of dishes, and compares the list of orders with all orders of the fake. */
const needed = { undocumentedFields: true, listsPartnerAggregated: true };

/** Opens the restaurant, and runs the chapters one after another. */
export async function runChapters(
  options: FakeOutletOptions,
  chapters: readonly [UseCase, (stage: Stage) => Promise<void>][],
): Promise<void> {
  const restaurant = await openRestaurant({ ...options, ...needed });
  try {
    for (const [useCase, chapter] of chapters) {
      const key = restaurant.fake.key(useCase);
      const inbox = await openInbox();
      key.webhookUrl = inbox.url;
      const outlet = new OutletClient({ baseUrl: restaurant.url, accessToken: key.token });
      try {
        await chapter({ fake: restaurant.fake, outlet, inbox });
      } finally {
        outlet.close();
        await inbox.close();
      }
    }
  } finally {
    await restaurant.close();
  }
}
