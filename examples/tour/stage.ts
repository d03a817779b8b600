import { OutletClient } from 'outlet-open-api';
import type { FakeOutlet } from 'outlet-open-api/testing';
import type { UseCase } from 'outlet-open-api/webhooks';
import { openRestaurant, readCommandLine } from '../restaurant/open.js';
import { type Inbox, openInbox } from './inbox.js';

/** What a chapter of the tour plays on: the restaurant, and for its use case a client and an inbox for webhooks. */
export interface Stage {
  readonly fake: FakeOutlet;
  readonly outlet: OutletClient;
  readonly inbox: Inbox;
}

/** The tour shows the names and prices of dishes, and compares the list of orders with all orders of the fake. */
const needed = { undocumentedFields: true, listsPartnerAggregated: true };

/** Opens the restaurant, and plays one chapter after the other on it. */
export async function play(chapters: readonly [UseCase, (stage: Stage) => Promise<void>][]): Promise<void> {
  const restaurant = await openRestaurant({ ...readCommandLine().options, ...needed });
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
