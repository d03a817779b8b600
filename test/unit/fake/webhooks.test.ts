import type { FakeOutlet, FakeOutletOptions } from 'outlet-open-api/testing';
import { describe, expect, it, vi } from 'vitest';
import { fakeAtNoon, noon, send } from './send.js';

const useCases = ['digital-ordering', 'reservations', 'order-data', 'inventory-management'] as const;
const order = { channelId: 'channel-foodie', items: [{ menuItemId: 'item-pizza', quantity: 1 }] };
const booking = {
  channelId: 'table-1',
  guestCount: 2,
  partnerReservationInfo: { partnerName: 'tablebook', reservationId: 'R-1' },
};

/** A fake whose keys all have a receiver, which responds with these statuses in sequence and then with 200. */
function fakeWithReceivers(options: FakeOutletOptions = {}, responses: (number | Error)[] = []): FakeOutlet {
  const fake = fakeAtNoon({
    webhookFetch: async () => {
      const response = responses.shift() ?? 200;
      if (response instanceof Error) throw response;
      return new Response(null, { status: response });
    },
    ...options,
  });
  for (const useCase of useCases) fake.key(useCase).webhookUrl = `https://receiver.example/${useCase}`;
  return fake;
}

/** What was delivered: `use-case event`. */
async function delivered(fake: FakeOutlet): Promise<string[]> {
  await fake.idle();
  return fake.deliveries.map(({ key, event }) => `${key.useCase} ${event}`).toSorted();
}

async function create(
  fake: FakeOutlet,
  path: string,
  body: object,
  as: (typeof useCases)[number],
): Promise<string> {
  const response = await send(fake, `POST ${path}`, { as, body });
  return (response.body as { id: string }).id;
}

describe('an order of the ordering platform', () => {
  it('is followed by its own key in every status, and by the reading keys at its end §use-case.digital-ordering.events §use-case.order-data.events §event.order.inKitchen §event.order.readyForPickup §event.order.complete §events.own-use-case §order.statuses §flow.digital-ordering.webhook', async () => {
    const fake = fakeWithReceivers();
    const id = await create(fake, '/orders', order, 'digital-ordering');

    fake.orders.inKitchen(id);
    fake.orders.ready(id);
    fake.orders.complete(id);

    expect(await delivered(fake)).toEqual([
      'digital-ordering order.complete',
      'digital-ordering order.inKitchen',
      'digital-ordering order.readyForPickup',
      'inventory-management order.complete',
      'order-data order.complete',
    ]);
  });

  it('is unknown to other keys of the same use case §use-case.digital-ordering.own', async () => {
    const fake = fakeWithReceivers();
    const other = fake.keys.create({ useCase: 'digital-ordering', webhookUrl: 'https://other.example/' });
    const id = await create(fake, '/orders', order, 'digital-ordering');

    fake.orders.cancel(id);
    await fake.idle();

    expect(fake.deliveries.some(({ key }) => key === other)).toBe(false);
  });

  it('completes as often as it is reopened, each time with a later time §order-state.reopened §order-state.reopened.event §order-state.complete-cancelled §order-state.complete-cancelled.event §events.rule-4 §events.cancelled-any-time §flow.order-data.again', async () => {
    const fake = fakeWithReceivers();
    const id = await create(fake, '/orders', order, 'digital-ordering');

    fake.orders.complete(id);
    fake.orders.reopen(id);
    fake.orders.changeTotals(id);
    fake.orders.complete(id);
    fake.orders.cancel(id);
    await fake.idle();

    const own = fake.deliveries.filter(({ key }) => key.useCase === 'order-data');
    expect(own.map(({ event }) => event)).toEqual(['order.complete', 'order.complete', 'order.cancelled']);
    expect(new Set(own.map(({ payload }) => payload.updatedAt)).size).toBe(3);
  });

  it('is cancelled by its platform §order-state.cancelled.event §event.order.cancelled §events.cancelled-any-time §use-case.digital-ordering.events §use-case.order-data.events', async () => {
    const fake = fakeWithReceivers();
    const id = await create(fake, '/orders', order, 'digital-ordering');

    await send(fake, `PUT /orders/${id}`, { body: { status: 'cancelled' } });

    expect(await delivered(fake)).toEqual([
      'digital-ordering order.cancelled',
      'inventory-management order.cancelled',
      'order-data order.cancelled',
    ]);
  });
});

describe('a reservation', () => {
  it('sends its key events of tables, guests, totals and status §use-case.reservations.events §event.order.totalsUpdated §event.order.statusUpdated §event.order.channelUpdated §event.order.guestCountUpdated', async () => {
    const fake = fakeWithReceivers();
    const id = await create(fake, '/orders/reservations', booking, 'reservations');

    await send(fake, `PUT /orders/reservations/${id}`, {
      as: 'reservations',
      body: { channelId: 'table-2', guestCount: 3 },
    });
    fake.orders.moveTable(id, 'table-3');
    fake.orders.changeGuests(id, 4);
    fake.orders.changeTotals(id);
    fake.orders.complete(id);

    expect(await delivered(fake)).toEqual([
      'inventory-management order.complete',
      'order-data order.complete',
      'reservations order.channelUpdated',
      'reservations order.channelUpdated',
      'reservations order.guestCountUpdated',
      'reservations order.guestCountUpdated',
      'reservations order.statusUpdated',
      'reservations order.totalsUpdated',
    ]);
  });

  it('sends events of reservations to no other key §events.rule-3', async () => {
    const fake = fakeWithReceivers();
    fake.keys.create({ useCase: 'reservations', webhookUrl: 'https://other.example/' });
    const id = await create(fake, '/orders/reservations', booking, 'reservations');

    fake.orders.moveTable(id, 'table-3');
    await fake.idle();

    expect(fake.deliveries.map(({ key }) => key)).toEqual([fake.key('reservations')]);
  });

  it('sends its key no events of other orders §use-case.reservations.linked §events.rule-3', async () => {
    const fake = fakeWithReceivers();
    const id = await create(fake, '/orders', order, 'reservations');

    fake.orders.changeTotals(id);
    fake.orders.complete(id);

    expect(await delivered(fake)).toEqual([
      'inventory-management order.complete',
      'order-data order.complete',
    ]);
  });

  it('sends its key the event of its own cancellation §order-state.reservation-cancelled.event §event.order.statusUpdated', async () => {
    const fake = fakeWithReceivers();
    const id = await create(fake, '/orders/reservations', booking, 'reservations');

    await send(fake, `PUT /orders/reservations/${id}`, { as: 'reservations', body: { status: 'cancelled' } });

    expect(await delivered(fake)).toContain('reservations order.statusUpdated');
  });

  it('is silent about changes that change nothing', async () => {
    const fake = fakeWithReceivers();
    const id = await create(fake, '/orders/reservations', booking, 'reservations');

    await send(fake, `PUT /orders/reservations/${id}`, {
      as: 'reservations',
      body: { channelId: 'table-1', guestCount: 2 },
    });

    expect(await delivered(fake)).toEqual([]);
  });
});

describe('other events', () => {
  it('about POS orders reach Order Data and Inventory Management keys only §use-case.order-data.source §use-case.inventory.events', async () => {
    const fake = fakeWithReceivers();

    fake.orders.complete(fake.orders.add({ channelId: 'table-1' }).id);

    expect(await delivered(fake)).toEqual([
      'inventory-management order.complete',
      'order-data order.complete',
    ]);
  });

  it('about published channels reach reservation keys §event.channels.published §events.rule-2 §use-case.reservations.events', async () => {
    const fake = fakeWithReceivers();
    fake.channels.publish();
    expect(await delivered(fake)).toEqual(['reservations channels.published']);
  });

  it('about a published menu reach inventory keys, without an id §event.menus.published §events.rule-2 §payload.menu §use-case.inventory.events', async () => {
    const fake = fakeWithReceivers({ empty: true });
    fake.menus.publish();

    expect(await delivered(fake)).toEqual(['inventory-management menus.published']);
    expect(fake.deliveries[0]?.payload).toEqual({
      event: 'menus.published',
      updatedAt: '2026-03-31T12:00:00.000Z',
    });
  });

  it('about an import reach no key §orders-import.silent', async () => {
    const fake = fakeWithReceivers();
    await send(fake, 'POST /orders/import', { body: { externalOrderSource: 'old-pos' } });
    expect(await delivered(fake)).toEqual([]);
  });

  it('does not reach revoked keys, nor keys without a URL', async () => {
    const fake = fakeWithReceivers();
    fake.keys.revoke('order-data');
    fake.key('inventory-management').webhookUrl = undefined;

    fake.orders.complete(fake.orders.add().id);

    expect(await delivered(fake)).toEqual([]);
  });
});

describe('republishing', () => {
  it('sends the last event of chosen orders again, with its time §events.rule-7.selected', async () => {
    const fake = fakeWithReceivers();
    const { id } = fake.orders.add();
    const { updatedAt } = fake.orders.complete(id);
    fake.clock.advance(60_000);

    fake.republish([id]);
    await fake.idle();

    const payload = { event: 'order.complete', id, updatedAt };
    const own = fake.deliveries.filter(({ key }) => key.useCase === 'order-data');
    expect(own.map((row) => row.payload)).toEqual([payload, payload]);
  });

  it('sends those of all orders that have ended §events.rule-7.all', async () => {
    const fake = fakeWithReceivers({ empty: true });
    fake.orders.add();
    const ended = [fake.orders.add({ status: 'complete' }).id, fake.orders.add({ status: 'cancelled' }).id];

    fake.republish('all');
    await fake.idle();

    const own = fake.deliveries.filter(({ key }) => key.useCase === 'order-data');
    expect(own.map(({ payload }) => payload.id)).toEqual(ended);
  });

  it('rejects orders that have not ended', () => {
    const fake = fakeWithReceivers();
    const { id } = fake.orders.add();
    expect(() => fake.republish(id)).toThrow(/that is complete or cancelled/);
  });
});

describe('delivery', () => {
  it('posts thin JSON to the URL of the key §events.delivery §events.rule-1 §payload.order §payload.order.thin §endpoints.webhook §receiver.json §service.json', async () => {
    const requests: Request[] = [];
    const fake = fakeWithReceivers({
      webhookFetch: async (url, init) => {
        requests.push(new Request(url, init));
        return new Response();
      },
    });
    fake.keys.revoke('inventory-management');
    const { id } = fake.orders.add();
    const { updatedAt } = fake.orders.complete(id);
    await fake.idle();

    const [request] = requests;
    expect(request).toMatchObject({ method: 'POST', url: 'https://receiver.example/order-data' });
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(await request?.json()).toEqual({ event: 'order.complete', id, updatedAt });
  });

  it.each([[201], [202], [204], [301], [400], [500], [new Error('refused')]])(
    'tries again after %s §events.rule-5.failed §events.rule-5.acknowledged §receiver.acknowledges',
    async (response) => {
      const fake = fakeWithReceivers({ webhookRetryDelay: 1, now: Date.now }, [response]);

      fake.menus.publish();
      await fake.idle();

      const status = typeof response === 'number' ? response : null;
      expect(fake.deliveries.map((row) => [row.attempt, row.status])).toEqual([
        [1, status],
        [2, 200],
      ]);
    },
  );

  it('doubles the delay each time, and ends §events.rule-5.backoff', async () => {
    const fake = fakeWithReceivers({ webhookRetries: 3, webhookRetryDelay: 1_000 }, Array(10).fill(503));

    fake.menus.publish();
    for (const wait of [1_000, 2_000, 4_000, 60_000]) {
      await fake.idle({ skipRetries: true });
      fake.clock.advance(wait);
    }
    await fake.idle();

    expect(fake.deliveries.map(({ at }) => Date.parse(at) - noon)).toEqual([0, 1_000, 3_000, 7_000]);
    expect(fake.deliveries.at(-1)).toMatchObject({ attempt: 4, status: 503, event: 'menus.published' });
  });

  it('does not try again too early', async () => {
    const fake = fakeWithReceivers({ webhookRetryDelay: 1_000 }, [500]);

    fake.menus.publish();
    await fake.idle({ skipRetries: true });
    fake.clock.advance(999);
    await fake.idle({ skipRetries: true });

    expect(fake.deliveries).toHaveLength(1);
  });

  it('goes to the URL that the key has when the retry is due §events.one-url', async () => {
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return new Response(null, { status: 500 });
    };
    const fake = fakeWithReceivers({ webhookFetch: fetch, webhookRetries: 1 });

    fake.menus.publish();
    await fake.idle({ skipRetries: true });
    fake.key('inventory-management').webhookUrl = 'https://moved.example/';
    fake.clock.advance(1_000);
    await fake.idle();

    expect(urls).toEqual(['https://receiver.example/inventory-management', 'https://moved.example/']);
  });

  it.each<[string, number, FakeOutletOptions, (fake: FakeOutlet) => void]>([
    ['was revoked', 1, {}, (fake) => fake.keys.revoke('inventory-management')],
    [
      'was revoked, if revoked keys receive webhooks',
      2,
      { webhooksForRevokedKeys: true },
      (fake) => fake.keys.revoke('inventory-management'),
    ],
    ['was removed', 1, {}, (fake) => fake.keys.remove('inventory-management')],
    [
      'lost its URL',
      1,
      {},
      (fake) => {
        fake.key('inventory-management').webhookUrl = undefined;
      },
    ],
    [
      'was revoked and restored',
      2,
      {},
      (fake) => {
        fake.keys.revoke('inventory-management');
        fake.keys.restore('inventory-management');
      },
    ],
  ])('of a key that %s meanwhile: attempts %i', async (_, attempts, options, change) => {
    const fake = fakeWithReceivers({ ...options, webhookRetryDelay: 1_000 }, [500]);

    fake.menus.publish();
    await fake.idle({ skipRetries: true });
    change(fake);
    const idle = fake.idle();
    fake.clock.advance(1_000);
    await idle;

    expect(fake.deliveries).toHaveLength(attempts);
  });

  it('uses the clock of the fake, not the timers of the platform', async () => {
    const timers: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (run: () => void) => timers.push(run));
    const fake = fakeWithReceivers({ webhookRetryDelay: 1_000 }, [500]);

    fake.menus.publish();
    await fake.idle({ skipRetries: true });
    for (const run of timers.splice(0)) run();
    await fake.idle({ skipRetries: true });
    expect(fake.deliveries).toHaveLength(1);

    fake.clock.advance(1_000);
    await fake.idle();
    expect(fake.deliveries).toHaveLength(2);
  });

  it('stops waiting for a receiver that does not respond in time', async () => {
    const fake = fakeWithReceivers({
      webhookFetch: () => new Promise(() => {}),
      webhookTimeout: 1,
      webhookRetries: 0,
    });

    fake.menus.publish();
    await fake.idle();

    expect(fake.deliveries[0]).toMatchObject({ status: null, error: { name: 'TimeoutError' } });
  });
});

describe('what a delivery shows', () => {
  const withResponses = (respond: () => Response, options: FakeOutletOptions = {}) => {
    const fake = fakeAtNoon({ webhookFetch: async () => respond(), ...options });
    fake.key('order-data').webhookUrl = 'https://receiver.example/first';
    return fake;
  };

  it('is its URL, its response and its next attempt', async () => {
    const statuses = [503, 200];
    const fake = withResponses(() => new Response('x'.repeat(2_500), { status: statuses.shift() ?? 200 }), {
      webhookRetryDelay: 1_000,
    });
    fake.sendEvent({ event: 'order.complete', key: 'order-data', id: 'o-1' });
    await fake.idle({ skipRetries: true });
    fake.key('order-data').webhookUrl = 'https://receiver.example/second';
    fake.clock.advance(1_000);
    await fake.idle();

    const responseBody = 'x'.repeat(1_000);
    expect(fake.deliveries).toMatchObject([
      {
        url: 'https://receiver.example/first',
        status: 503,
        responseBody,
        at: new Date(noon).toISOString(),
        retryAt: new Date(noon + 1_000).toISOString(),
      },
      { url: 'https://receiver.example/second', status: 200, responseBody, retryAt: undefined },
    ]);
    for (const { duration } of fake.deliveries) expect(duration).toBeGreaterThanOrEqual(0);
  });

  it('is the part of a body that arrives in time', async () => {
    const endless = () =>
      new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('half')) });
    const fake = withResponses(() => new Response(endless()), { webhookTimeout: 30 });

    fake.sendEvent({ event: 'order.complete', key: 'order-data', id: 'o-1' });
    await fake.idle();

    expect(fake.deliveries).toMatchObject([{ status: 200, responseBody: 'half', error: undefined }]);
  });

  it('is empty if the receiver has read its own response', async () => {
    const fake = fakeWithReceivers({
      webhookFetch: async () => {
        const response = new Response('read');
        await response.text();
        return response;
      },
    });

    fake.sendEvent({ event: 'menus.published', key: 'order-data' });
    await fake.idle();

    expect(fake.deliveries).toMatchObject([{ status: 200, responseBody: '', retryAt: undefined }]);
  });
});

describe('a delivery on demand', () => {
  it('sends any event to one key', async () => {
    const fake = fakeWithReceivers({ eventPayloads: 'thin' });

    fake.sendEvent({ event: 'order.future', key: fake.key('reservations'), id: 'o-1' });
    fake.sendEvent({ event: 'menus.published', key: 'inventory-management' });
    await fake.idle();

    const updatedAt = expect.stringMatching(/^2026-03-31T12:00:00\.00\dZ$/);
    expect(fake.deliveries.map(({ key, payload }) => ({ key, payload }))).toEqual([
      { key: fake.key('reservations'), payload: { event: 'order.future', id: 'o-1', updatedAt } },
      { key: fake.key('inventory-management'), payload: { event: 'menus.published', updatedAt } },
    ]);
  });

  it('repeats a delivery as a new series, to the present URL', async () => {
    const fake = fakeWithReceivers({ webhookRetries: 1 }, [200, 500]);
    fake.sendEvent({ event: 'order.complete', key: 'order-data', id: 'o-1' });
    await fake.idle();
    const [first] = fake.deliveries;
    if (!first) throw new Error('There is no delivery.');

    fake.key('order-data').webhookUrl = 'https://moved.example';
    fake.redeliver(first);
    await fake.idle({ skipRetries: true });
    fake.clock.advance(60_000);
    await fake.idle();

    const { payload } = first;
    expect(fake.deliveries.slice(1)).toMatchObject([
      { attempt: 1, status: 500, url: 'https://moved.example', payload },
      { attempt: 2, status: 200, url: 'https://moved.example', payload },
    ]);
  });

  it('drops the retry that waits', async () => {
    const fake = fakeWithReceivers({ webhookRetryDelay: 1_000 }, [500]);
    fake.menus.publish();
    await fake.idle({ skipRetries: true });
    const [first] = fake.deliveries;
    if (!first) throw new Error('There is no delivery.');

    fake.redeliver(first);
    await fake.idle();
    fake.clock.advance(60_000);
    await fake.idle();

    expect(fake.deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 500],
      [1, 200],
    ]);
  });

  it('needs a key that receives webhooks', async () => {
    const fake = fakeWithReceivers({ webhooksForRevokedKeys: false });
    const event = { event: 'order.complete', key: 'order-data', id: 'o-1' } as const;
    fake.sendEvent(event);
    await fake.idle();
    const [first] = fake.deliveries;
    if (!first) throw new Error('There is no delivery.');

    fake.keys.revoke('order-data');

    const reason =
      'The key Order Data receives no webhooks. Set its webhookUrl, and check that it is not revoked.';
    expect(() => fake.sendEvent(event)).toThrow(reason);
    expect(() => fake.redeliver(first)).toThrow(reason);
    expect(() => fake.redeliver({ ...first })).toThrow('The fake has not made this delivery');
    expect(fake.deliveries).toHaveLength(1);
  });
});
