import {
  createOutletPool,
  type OrderCreateParams,
  OutletClient,
  type ReservationCreateParams,
} from 'outlet-open-api';
import {
  createMemoryOutboxStore,
  createOutbox,
  type OutboxEntry,
  OutboxError,
  type OutboxOptions,
} from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import { createTestEvent, parseWebhookEvent } from 'outlet-open-api/webhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashAtOnce } from '../../../support/time/hash-at-once.js';
import { listen, of, recorded } from '../../diagnostics/recorded.js';

const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-07T18:00:00Z') });
  hashAtOnce();
});
afterEach(() => void vi.useRealTimers());

const burger = (orderId = 'F-1', quantity = 1): OrderCreateParams => ({
  channelId: 'channel-foodie',
  partnerInfo: { partnerChannel: 'foodie', orderId },
  items: [{ menuItemId: 'item-burger', quantity }],
});

const table = (channelId = 'table-1'): ReservationCreateParams => ({
  channelId,
  guestCount: 2,
  partnerReservationInfo: { partnerName: 'bookable', reservationId: 'R-1', firstName: 'Robin' },
});

const ref = { keyRef: 'bistro', partner: 'foodie', reference: 'F-1' };
const seat = { keyRef: 'bistro', partner: 'bookable', reference: 'R-1' };

function setUp(options: Partial<OutboxOptions> = {}, fakeOptions: FakeOutletOptions = {}) {
  const fake = createFakeOutlet({ rateLimit: false, ...fakeOptions });
  const tokens = { bistro: fake.key('digital-ordering').token, tables: fake.key('reservations').token };
  const outlets = createOutletPool({
    load: (keyRef) => ({
      baseUrl: fake.baseUrl,
      accessToken: keyRef === 'tables' ? tokens.tables : tokens.bistro,
      fetch: fake.fetch,
      maxRetries: 0,
      rateLimit: false,
      logLevel: 'off',
    }),
  });
  const changes: OutboxEntry[] = [];
  const errors: unknown[] = [];
  const outbox = createOutbox({
    store: createMemoryOutboxStore(),
    outlets,
    onChange: (entry) => void changes.push(entry),
    onError: (error) => void errors.push(error),
    ...options,
  });
  const placed = (number = 'F-1') =>
    fake.orders
      .all()
      .filter(({ partnerInfo, partnerReservationInfo }) =>
        [partnerInfo?.orderId, partnerReservationInfo?.reservationId].includes(number),
      );
  /** Performs the next step, when it is due. */
  let steps = 0;
  async function next(of = ref): Promise<OutboxEntry> {
    steps += 1;
    if (steps > 2_000) throw new Error(`Never ends: ${JSON.stringify(await outbox.get(of))}`);
    const { dueAt } = (await outbox.get(of)) ?? {};
    if (dueAt) vi.setSystemTime(Math.max(Date.now(), dueAt.getTime()));
    await outbox.process(of).catch(() => {});
    return (await outbox.get(of)) as OutboxEntry;
  }
  const idOf = (number?: string) => placed(number)[0]?.id ?? '';
  return { fake, outbox, outlets, tokens, changes, errors, placed, next, idOf };
}

const lost = { method: 'POST', path: '/orders', fault: 'lost-response' } as const;

describe('adding', () => {
  test('a repeat returns the stored entry in its current state, and another order with the number is rejected', async () => {
    const { outbox, placed, next } = setUp();
    expect(await outbox.addOrder('bistro', burger())).toMatchObject({
      ...ref,
      kind: 'order',
      state: 'waiting',
    });
    await next();
    expect(await outbox.addOrder('bistro', burger())).toMatchObject({ state: 'created', attempts: 1 });
    await expect(outbox.addOrder('bistro', burger('F-1', 2))).rejects.toMatchObject({
      reason: 'conflict',
      ref,
      message: expect.stringContaining('The order F-1 of bistro (foodie) was not added'),
    });
    expect(placed()).toHaveLength(1);
  });

  test('two keys and two platforms can use the same number', async () => {
    const { outbox } = setUp();
    const other = { ...burger(), partnerInfo: { partnerChannel: 'eatery', orderId: 'F-1' } };
    await outbox.addOrder('bistro', burger());
    expect(await outbox.addOrder('cafe', burger('F-1', 2))).toMatchObject({ keyRef: 'cafe', version: 1 });
    expect(await outbox.addOrder('bistro', other)).toMatchObject({ partner: 'eatery', version: 1 });
  });

  test('`complete` adds prices to a new order only, and a repeat is the same order without them', async () => {
    const { outbox, fake, next } = setUp();
    const payments = [{ offlineMethod: 'card', amount: 13.9, currency: 'EUR' }];
    const complete = vi.fn(async () => ({ ...burger(), payments }));
    await outbox.addOrder('bistro', burger(), { complete });
    expect(await outbox.addOrder('bistro', burger(), { complete })).toMatchObject({ state: 'waiting' });
    expect(await outbox.addOrder('bistro', burger())).toMatchObject({ state: 'waiting' });
    expect(complete).toHaveBeenCalledOnce();
    for (const options of [{ complete }, {}])
      await expect(outbox.addOrder('bistro', burger('F-1', 2), options)).rejects.toThrow(OutboxError);
    await next();
    const [post] = fake.requests.filter(({ method }) => method === 'POST');
    expect(JSON.parse(post?.body ?? '')).toMatchObject({ payments });
  });

  test('nothing is added if `complete` fails, or returns another order', async () => {
    const { outbox } = setUp();
    const failed = outbox.addOrder('bistro', burger(), {
      complete: () => Promise.reject(new Error('No menu')),
    });
    await expect(failed).rejects.toThrow('No menu');
    const other = outbox.addOrder('bistro', burger(), { complete: () => burger('F-2') });
    await expect(other).rejects.toThrow('must keep the platform and the number');
    expect(await outbox.get(ref)).toBeUndefined();
  });

  test('an order without a platform, a number or a key is rejected', async () => {
    const { outbox } = setUp();
    const nameless = { ...burger(), partnerInfo: { partnerChannel: '', orderId: 'F-1' } };
    await expect(outbox.addOrder('bistro', nameless)).rejects.toThrow(
      '`partnerChannel` must be a non-empty string',
    );
    await expect(outbox.addOrder('', burger())).rejects.toThrow('`keyRef` must be a non-empty string');
    await expect(outbox.addReservation('bistro', Object(burger()))).rejects.toThrow('partnerName');
  });

  test.each([
    ['payments[0].amount', { payments: [{ amount: Number.NaN }] }],
    ['payments[0].created', { payments: [{ created: '1.2.2026 12:00' }] }],
    ['idempotencyKey', { idempotencyKey: 'F-1' }],
  ])('an order that could not be sent is not added: %s', async (path, fields) => {
    const { outbox } = setUp();
    const order = Object({ ...burger(), ...fields });
    const message = `The order was not added: \`${path}\``;
    await expect(outbox.addOrder('bistro', order)).rejects.toThrow(message);
    await expect(outbox.addOrder('bistro', burger(), { complete: () => order })).rejects.toThrow(message);
    expect(await outbox.get(ref)).toBeUndefined();
  });

  test('an order whose key has no token is rejected', async () => {
    const load = vi.fn<() => object>(() => ({ accessToken: undefined }));
    const { outbox } = setUp({ outlets: createOutletPool({ load: Object(load) }) });
    await expect(outbox.addOrder('bistro', burger())).rejects.toThrow(
      'load returned invalid options for the key bistro: `accessToken`',
    );
    expect(await outbox.get(ref)).toBeUndefined();
  });

  test('an order is added while the vault with the token is down or slow', async () => {
    const load = vi.fn<() => Promise<object>>().mockRejectedValueOnce(new Error('The vault is down'));
    const { outbox } = setUp({ outlets: createOutletPool({ load: Object(load) }) });
    expect(await outbox.addOrder('bistro', burger())).toMatchObject({ state: 'waiting' });
    load.mockReturnValueOnce(new Promise(() => {}));
    const slow = outbox.addOrder('bistro', burger('F-2'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await slow).toMatchObject({ state: 'waiting' });
  });

  test('a closed outbox adds nothing', async () => {
    const { outbox } = setUp();
    await outbox.close();
    await expect(outbox.addOrder('bistro', burger())).rejects.toMatchObject({ reason: 'closed' });
    await expect(outbox.run()).rejects.toMatchObject({ reason: 'closed' });
  });
});

describe('sending', () => {
  test('the status comes from a read, and the body is deleted when the order exists', async () => {
    const store = createMemoryOutboxStore();
    const { outbox, next, changes, idOf } = setUp({ store });
    await outbox.addOrder('bistro', burger());
    const entry = await next();
    expect(entry).toMatchObject({
      state: 'created',
      orderId: idOf(),
      order: { status: 'open' },
      attempts: 1,
    });
    expect(changes.map(({ state, version }) => [state, version])).toEqual([['created', 4]]);
    expect((await store.get(ref))?.entry).not.toContain('item-burger"}],"channelId');
    expect(JSON.parse((await store.get(ref))?.entry ?? '').body).toBeUndefined();
  });

  test('a lost response is repeated with the same key and body', async () => {
    const { outbox, fake, next, placed } = setUp();
    await outbox.addOrder('bistro', burger());
    fake.failNext(lost);
    expect(await next()).toMatchObject({ state: 'unknown', failures: 1 });
    expect(await next()).toMatchObject({ state: 'created', attempts: 2, failures: 0, error: undefined });
    const posts = fake.requests.filter(({ method }) => method === 'POST');
    expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(placed()).toHaveLength(1);
  });

  test('an invalid order is rejected, with the reason, and never sent again', async () => {
    const { outbox, fake, next } = setUp();
    await outbox.addOrder('bistro', { ...burger(), items: [{ menuItemId: 'item-missing', quantity: 1 }] });
    const entry = await next();
    expect(entry).toMatchObject({
      state: 'rejected',
      dueAt: null,
      error: expect.stringMatching(/^POST \/orders failed with 400: .*menuItemId(?!.*idempotencyKey)/),
      fieldErrors: { 'items[0].menuItemId': [expect.any(String)] },
    });
    const { length } = fake.requests;
    vi.setSystemTime(Date.now() + hour);
    await outbox.process(ref);
    expect(fake.requests).toHaveLength(length);
  });

  test.each(['rate-limited', 'revoked'])(
    'an order that the API surely lacks expires: %s',
    async (problem) => {
      const { outbox, fake, next } = setUp();
      await outbox.addOrder('bistro', burger());
      if (problem === 'revoked') fake.keys.revoke('digital-ordering');
      else fake.failNext({ fault: 'rate-limited', times: Number.POSITIVE_INFINITY });
      expect(await next()).toMatchObject({ state: 'waiting', failures: 1 });
      let entry = await next();
      while (entry.state === 'waiting') entry = await next();
      expect(entry).toMatchObject({ state: 'expired', dueAt: null });
      expect(entry.sendBy.getTime()).toBe(Date.now());
    },
  );

  test('an order that is found when the guest no longer waits is cancelled while it is open', async () => {
    const { outbox, fake, next, placed } = setUp();
    await outbox.addOrder('bistro', burger());
    fake.failNext(lost);
    await next();
    vi.setSystemTime(Date.now() + hour);
    expect(await next()).toMatchObject({ state: 'created', cancel: 'done', order: { status: 'cancelled' } });
    expect(placed()).toMatchObject([{ status: 'cancelled' }]);
  });

  test('an order that the kitchen has begun is not cancelled because it is late', async () => {
    const { outbox, fake, next, idOf } = setUp();
    await outbox.addOrder('bistro', burger());
    fake.failNext(lost);
    await next();
    fake.orders.inKitchen(idOf());
    vi.setSystemTime(Date.now() + hour);
    expect(await next()).toMatchObject({ cancel: 'too-late', order: { status: 'inKitchen' } });
  });

  test('with acceptWithin, an order that stays open is cancelled', async () => {
    const { outbox, next, placed } = setUp({ acceptWithin: 900_000 });
    const { acceptedAt } = await outbox.addOrder('bistro', burger());
    let entry = await next();
    while (entry.cancel === undefined) entry = await next();
    expect(Date.now() - acceptedAt.getTime()).toBe(900_000);
    expect(placed()).toMatchObject([{ status: 'cancelled' }]);
  });
});

describe('two processes', () => {
  test('an order that another process cancels just before it is sent is not sent', async () => {
    const store = createMemoryOutboxStore();
    const { outbox, fake, outlets } = setUp({ store });
    const slow = createOutbox({
      store: {
        ...store,
        async replace(row, version) {
          await outbox.cancel(ref);
          return store.replace(row, version);
        },
      },
      outlets,
    });
    await outbox.addOrder('bistro', burger());
    expect(await slow.process(ref)).toMatchObject({ state: 'cancelled' });
    expect(fake.requests).toHaveLength(0);
  });

  test('a late 429 of one does not hide that the other has sent the order', async () => {
    const store = createMemoryOutboxStore();
    const { outbox, fake, tokens } = setUp({ store });
    let respond: (response: Response) => void = () => {};
    const response = new Promise<Response>((resolve) => {
      respond = resolve;
    });
    const { baseUrl } = fake;
    const options = { baseUrl, maxRetries: 0, rateLimit: false, logLevel: 'off' } as const;
    const outlet = new OutletClient({ ...options, accessToken: tokens.bistro, fetch: () => response });
    const suspended = createOutbox({ store, outlets: { get: () => outlet }, onError: () => {} });
    await outbox.addOrder('bistro', burger());
    const sending = suspended.process(ref).catch(() => {});
    await vi.advanceTimersByTimeAsync(10);
    vi.setSystemTime(Date.now() + 30_000);
    fake.failNext(lost);
    await outbox.process(ref).catch(() => {});
    respond(Response.json({ code: 429 }, { status: 429 }));
    await sending;
    expect(await outbox.get(ref)).toMatchObject({ state: 'unknown', attempts: 2 });
  });
});

describe('a replaced API key', () => {
  function rotate({ fake, tokens }: ReturnType<typeof setUp>): void {
    const { token } = fake.keys.create({ useCase: 'digital-ordering' });
    fake.keys.revoke(tokens.bistro);
    tokens.bistro = token;
  }

  test('an order whose response was lost is looked up, and never sent with the new key', async () => {
    const world = setUp();
    const { outbox, fake, next, placed } = world;
    await outbox.addOrder('bistro', burger());
    fake.failNext(lost);
    await next();
    rotate(world);
    let entry = await next();
    while (entry.state === 'unknown') entry = await next();
    expect(entry).toMatchObject({ state: 'created', order: { status: 'open' } });
    expect(placed()).toHaveLength(1);
    expect(fake.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  test('a key that is replaced just before a repeat creates no second order, even after a restart', async () => {
    const world = setUp();
    const { fake, tokens, placed } = world;
    const store = createMemoryOutboxStore();
    const begin = (accessToken: () => string) => {
      const { baseUrl, fetch } = fake;
      const outlet = new OutletClient({
        baseUrl,
        fetch,
        accessToken,
        maxRetries: 0,
        rateLimit: false,
        logLevel: 'off',
      });
      return createOutbox({ store, outlets: { get: () => outlet }, onError: () => {} });
    };
    const first = begin(() => tokens.bistro);
    await first.addOrder('bistro', burger());
    fake.failNext(lost);
    await first.process(ref).catch(() => {});
    vi.setSystemTime(Date.now() + 60_000);
    const old = tokens.bistro;
    rotate(world);
    // The outbox sees the old key, and the call gets the new one.
    const second = begin(vi.fn(() => tokens.bistro).mockReturnValueOnce(old));
    await second.process(ref).catch(() => {});
    expect(await second.get(ref)).toMatchObject({ state: 'unknown' });
    expect(placed()).toHaveLength(1);
  });

  async function unresolved(options: FakeOutletOptions = {}) {
    const world = setUp({}, options);
    await world.outbox.addOrder('bistro', burger());
    world.fake.failNext({ ...lost, fault: 'server-error' });
    await world.next();
    rotate(world);
    let entry = await world.next();
    while (entry.state === 'unknown') entry = await world.next();
    return { ...world, entry };
  }

  test('an order that is not found is unresolved, which is reported once', async () => {
    const { entry, errors, next, placed } = await unresolved();
    expect(entry).toMatchObject({ state: 'unresolved', error: expect.stringContaining('replaced') });
    await next();
    const reported = errors.filter((error) => error instanceof OutboxError);
    expect(reported).toMatchObject([{ reason: 'unresolved', ref }]);
    expect(placed()).toHaveLength(0);
  });

  test('an order is unresolved at once if the key cannot read the action log', async () => {
    const { entry } = await unresolved({
      allows: { 'digital-ordering': ['POST /orders', 'GET /orders/{id}'] },
    });
    expect(entry).toMatchObject({ state: 'unresolved' });
    expect(Date.now() - entry.acceptedAt.getTime()).toBeLessThan(60_000);
  });

  test('a person settles it: the POS has no such order', async () => {
    const { outbox } = await unresolved();
    expect(await outbox.settle(ref, null)).toMatchObject({ state: 'expired' });
    await expect(outbox.settle(ref, null)).rejects.toMatchObject({ reason: 'not-unresolved' });
  });

  test('a person settles it with the ID of the order, which stays open', async () => {
    const { outbox, fake, next } = await unresolved();
    const { id } = fake.orders.add({ ...burger(), payments: [], createdBy: 'digital-ordering' });
    const other = fake.orders.add({ ...burger('F-2'), payments: [] });
    await expect(outbox.settle(ref, other.id)).rejects.toMatchObject({ reason: 'other-order' });
    vi.setSystemTime(Date.now() + hour);
    expect(await outbox.settle(ref, id)).toMatchObject({ state: 'created', orderId: id, cancel: undefined });
    expect(await next()).toMatchObject({ order: { status: 'open' } });
  });
});

describe('cancelling', () => {
  test('an order that was not sent is never sent', async () => {
    const { outbox, fake } = setUp();
    await outbox.addOrder('bistro', burger());
    expect(await outbox.cancel(ref)).toMatchObject({ state: 'cancelled', cancel: 'done' });
    await outbox.process(ref);
    expect(fake.requests).toHaveLength(0);
    await expect(outbox.cancel({ ...ref, reference: 'F-2' })).rejects.toMatchObject({ reason: 'not-found' });
  });

  test('an order whose response was lost is found, and cancelled', async () => {
    const { outbox, fake, next, placed } = setUp();
    await outbox.addOrder('bistro', burger());
    fake.failNext(lost);
    await next();
    expect(await outbox.cancel(ref)).toMatchObject({ state: 'unknown', cancel: 'requested' });
    await next();
    expect(await next()).toMatchObject({ state: 'created', cancel: 'done' });
    expect(placed()).toMatchObject([{ status: 'cancelled' }]);
  });

  test('an order that seemed not to have arrived is cancelled when an event shows it', async () => {
    const { outbox, fake, outlets, next } = setUp();
    await outbox.addOrder('bistro', burger());
    await outbox.cancel(ref);
    const { id } = fake.orders.add({ ...burger(), payments: [], createdBy: 'digital-ordering' });
    const event = parseWebhookEvent(createTestEvent('order.inKitchen', { id }));
    await outbox.receive(event, {
      outlet: await outlets.get('bistro'),
      keyRef: 'bistro',
      outletRef: 'bistro',
    });
    expect(await outbox.get(ref)).toMatchObject({ state: 'created', cancel: 'requested' });
    expect(await next()).toMatchObject({ cancel: 'done', order: { status: 'cancelled' } });
  });

  test('a cancellation after the end says what became of it', async () => {
    const { outbox, fake, next, idOf } = setUp();
    const dinner = { ...ref, reference: 'F-2' };
    await outbox.addOrder('bistro', burger());
    await outbox.addOrder('bistro', burger('F-2'));
    await next();
    await next(dinner);
    fake.orders.complete(idOf());
    fake.orders.cancel(idOf('F-2'));
    await next();
    await next(dinner);
    expect(await outbox.cancel(ref)).toMatchObject({ cancel: 'too-late', order: { status: 'complete' } });
    expect(await outbox.cancel(dinner)).toMatchObject({ cancel: 'done', order: { status: 'cancelled' } });
  });

  test('a rejected cancellation of an open order is tried again, and one of a complete order is too late', async () => {
    const { outbox, fake, next, idOf } = setUp(
      {},
      { allows: { 'digital-ordering': ['POST /orders', 'GET /orders/{id}'] } },
    );
    await outbox.addOrder('bistro', burger());
    await next();
    await outbox.cancel(ref);
    let entry = await next();
    while (entry.failures < 3) entry = await next();
    expect(entry).toMatchObject({ cancel: 'requested', error: expect.stringContaining('403') });
    fake.orders.complete(idOf());
    expect(await next()).toMatchObject({ cancel: 'too-late', order: { status: 'complete' } });
  });
});

describe('reporting', () => {
  test('an event whose order the API does not return is no failure of a step', async () => {
    const { outbox, outlets, errors } = setUp();
    const event = parseWebhookEvent(createTestEvent('order.complete', { id: 'o-aggregated' }));
    const outcome = outbox.receive(event, await outlets.context('bistro'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await outcome).toBe('not-found');
    expect(errors).toEqual([]);
  });

  test('an event that is pending when the outbox closes rejects, so close() does not wait for the end of an outage', async () => {
    const { outbox, outlets, fake } = setUp();
    fake.failNext({ method: 'GET', fault: 'server-error', times: Number.POSITIVE_INFINITY });
    const event = parseWebhookEvent(createTestEvent('order.complete', { id: 'o-1' }));
    const received = outbox.receive(event, await outlets.context('bistro'));
    await vi.advanceTimersByTimeAsync(1_000);
    await outbox.close();
    await expect(received).rejects.toMatchObject({ reason: 'closed' });
  });

  test('an event that cannot be read rejects, so the webhook handler reports it', async () => {
    const { outbox, outlets, errors, fake } = setUp();
    fake.keys.revoke('digital-ordering');
    const event = parseWebhookEvent(createTestEvent('order.complete', { id: 'o-1' }));
    await expect(outbox.receive(event, await outlets.context('bistro'))).rejects.toThrow('401');
    expect(errors).toEqual([]);
  });

  test('without onError, an onChange that keeps failing is logged once', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failure = new Error('The database is down');
    const { outbox } = setUp({ onChange: () => Promise.reject(failure), onError: undefined });
    void outbox.run();
    await outbox.addOrder('bistro', burger());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outbox.get(ref)).toMatchObject({ state: 'created', failures: 4 });
    expect(log.mock.calls).toEqual([[expect.stringContaining('`onChange`'), ref, failure]]);
    await outbox.close();
  });

  test('without onError, a store that cannot be read is logged as such', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failure = new Error('The database is down');
    const store = { ...createMemoryOutboxStore(), due: () => Promise.reject(failure) };
    const { outbox } = setUp({ store, onError: undefined });
    void outbox.run();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(log.mock.calls).toEqual([[expect.stringContaining('cannot read its store'), failure]]);
    await outbox.close();
  });
});

describe('following', () => {
  test('a webhook that arrives before the response links the order', async () => {
    const { outbox, fake, outlets, next, placed, idOf } = setUp();
    await outbox.addOrder('bistro', burger());
    fake.failNext(lost);
    await next();
    const outlet = await outlets.get('bistro');
    const event = parseWebhookEvent(createTestEvent('order.inKitchen', { id: idOf() }));
    await outbox.receive(event, { outlet, keyRef: 'bistro', outletRef: 'bistro' });
    expect(await outbox.get(ref)).toMatchObject({ state: 'created', orderId: idOf() });
    expect(await outbox.addOrder('bistro', burger())).toMatchObject({ attempts: 1 });
    expect(placed()).toHaveLength(1);
  });

  test('a second order with the reference is reported once, with both IDs', async () => {
    const { outbox, outlets, errors, next, idOf } = setUp();
    await outbox.addOrder('bistro', burger());
    const { orderId } = await next();
    const outlet = await outlets.get('bistro');
    const { id } = await outlet.orders.create(burger());
    for (const name of ['order.inKitchen', 'order.complete'] as const) {
      const event = parseWebhookEvent(createTestEvent(name, { id }));
      await outbox.receive(event, { outlet, keyRef: 'bistro', outletRef: 'bistro' });
    }
    expect(errors).toMatchObject([
      {
        reason: 'second-order',
        ref,
        message: expect.stringContaining(`Their IDs are ${orderId} and ${id}.`),
      },
    ]);
    expect(await outbox.get(ref)).toMatchObject({ orderId: idOf(), state: 'created' });
  });

  test('after the clock was set back, an event still leads to the current status', async () => {
    const { outbox, outlets, fake, next, idOf } = setUp();
    await outbox.addOrder('bistro', burger());
    await next();
    fake.orders.inKitchen(idOf());
    vi.setSystemTime(Date.now() - hour / 2);
    const event = parseWebhookEvent(createTestEvent('order.inKitchen', { id: idOf() }));
    await outbox.receive(event, await outlets.context('bistro'));
    expect(await outbox.get(ref)).toMatchObject({ order: { status: 'inKitchen' } });
  });

  test('an event without an entry is ignored', async () => {
    const { outbox, fake, outlets } = setUp();
    const { id } = fake.orders.add({ ...burger('F-7'), payments: [] });
    const event = parseWebhookEvent(createTestEvent('order.inKitchen', { id }));
    await outbox.receive(event, {
      outlet: await outlets.get('bistro'),
      keyRef: 'bistro',
      outletRef: 'bistro',
    });
    expect(await outbox.get({ ...ref, reference: 'F-7' })).toBeUndefined();
  });

  test('lost webhooks do no harm, and an order is read until a week after its end', async () => {
    const { outbox, fake, next, idOf } = setUp();
    await outbox.addOrder('bistro', burger());
    await next();
    fake.orders.complete(idOf());
    expect(await next()).toMatchObject({ order: { status: 'complete' } });
    fake.orders.cancel(idOf());
    let entry = await next();
    expect(entry).toMatchObject({ order: { status: 'cancelled' } });
    while (entry.dueAt) entry = await next();
    expect(Date.now() - entry.acceptedAt.getTime()).toBeGreaterThan(7 * 24 * hour);
  });

  test.each([
    [undefined, 300_000],
    [5_000, 5_000],
    [Number.POSITIVE_INFINITY, hour],
  ])('with the readInterval %s, an order is read after %i ms', async (readInterval, pause) => {
    const { outbox, next } = setUp({ readInterval });
    await outbox.addOrder('bistro', burger());
    const { dueAt, readAt } = await next();
    expect(Number(dueAt) - Number(readAt)).toBe(pause);
  });

  test('onChange is called again if it throws, and does not delay the order', async () => {
    const calls: number[] = [];
    const onChange = ({ version }: OutboxEntry) => {
      calls.push(version);
      if (calls.length < 3) throw new Error('The guest cannot be reached');
    };
    const { outbox, next, placed } = setUp({ onChange });
    await outbox.addOrder('bistro', burger());
    await next();
    expect(placed()).toHaveLength(1);
    await next();
    await next();
    await next();
    expect(calls).toEqual([4, 4, 4]);
  });
});

describe('reservations', () => {
  const tables = { ...seat, keyRef: 'tables' };

  test('changes are merged, sent after the create, and only with the fields that differ', async () => {
    const { outbox, fake, next, placed } = setUp();
    await outbox.addReservation('tables', table());
    await outbox.update(tables, {
      guestCount: 3,
      partnerReservationInfo: { firstName: 'Robin', lastName: 'Park' },
    });
    await outbox.update(tables, { guestCount: 4 });
    expect(await next(tables)).toMatchObject({ state: 'created', changes: undefined });
    expect(placed('R-1')).toMatchObject([
      { guestCount: 4, partnerReservationInfo: { firstName: 'Robin', lastName: 'Park' } },
    ]);
    const puts = fake.requests.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ body }) => JSON.parse(body))).toEqual([
      { guestCount: 4, partnerReservationInfo: { lastName: 'Park' } },
    ]);
  });

  test('a repeat does not undo what the staff has changed since', async () => {
    const { outbox, fake, next, placed, idOf } = setUp();
    await outbox.addReservation('tables', table());
    await next(tables);
    fake.failNext({ method: 'PUT', fault: 'lost-response' });
    await outbox.update(tables, { channelId: 'table-5', guestCount: 3 });
    expect(await next(tables)).toMatchObject({ changes: { channelId: 'table-5', guestCount: 3 } });
    fake.orders.moveTable(idOf('R-1'), 'table-6');
    expect(await next(tables)).toMatchObject({ changes: undefined, failures: 0 });
    expect(placed('R-1')).toMatchObject([{ channelId: 'table-6', guestCount: 3 }]);
  });

  test('a repeat of a later change does not undo what the staff has changed since either', async () => {
    const { outbox, fake, next, placed, idOf } = setUp();
    await outbox.addReservation('tables', table());
    await next(tables);
    fake.failNext({ method: 'PUT', fault: 'lost-response', times: 2 });
    await outbox.update(tables, { channelId: 'table-5' });
    await next(tables);
    await outbox.update(tables, { guestCount: 3 });
    await next(tables);
    fake.orders.moveTable(idOf('R-1'), 'table-6');
    await next(tables);
    expect(placed('R-1')).toMatchObject([{ channelId: 'table-6', guestCount: 3 }]);
  });

  test('a process that is slow does not send an older change after a newer one', async () => {
    const store = createMemoryOutboxStore();
    const { outbox, outlets, next, placed } = setUp({ store });
    await outbox.addReservation('tables', table());
    await next(tables);
    let resume = () => {};
    const pause = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const slow = createOutbox({ store, outlets: { get: (keyRef) => pause.then(() => outlets.get(keyRef)) } });
    await outbox.update(tables, { guestCount: 3 });
    const late = slow.process(tables);
    await vi.advanceTimersByTimeAsync(10);
    await outbox.update(tables, { guestCount: 4 });
    await outbox.process(tables);
    resume();
    await late;
    expect(placed('R-1')).toMatchObject([{ guestCount: 4 }]);
  });

  test('a newer change is sent although the outcome of an earlier one is unknown', async () => {
    const { outbox, fake, next, placed } = setUp();
    await outbox.addReservation('tables', table());
    await next(tables);
    fake.failNext({ method: 'PUT', fault: 'lost-response' });
    await outbox.update(tables, { channelId: 'table-5' });
    await next(tables);
    await outbox.update(tables, { channelId: 'table-6' });
    // Reports the change, and then repeats the attempt when it is due.
    await next(tables);
    await next(tables);
    expect(placed('R-1')).toMatchObject([{ channelId: 'table-6' }]);
  });

  test('a change that the API rejects is dropped and reported', async () => {
    const { outbox, next, changes } = setUp();
    await outbox.addReservation('tables', table());
    await next(tables);
    await outbox.update(tables, { channelId: 'table-99' });
    await next(tables);
    expect(changes.at(-1)).toMatchObject({ changes: undefined, error: expect.stringContaining('400') });
  });

  test('a cancellation drops waiting changes, and no change is accepted after it', async () => {
    const { outbox, next, placed } = setUp();
    await outbox.addReservation('tables', table());
    await next(tables);
    await outbox.update(tables, { guestCount: 3 });
    expect(await outbox.cancel(tables)).toMatchObject({ cancel: 'requested', changes: undefined });
    await expect(outbox.update(tables, { guestCount: 5 })).rejects.toMatchObject({ reason: 'ended' });
    expect(await next(tables)).toMatchObject({ cancel: 'done' });
    expect(placed('R-1')).toMatchObject([{ status: 'cancelled', guestCount: 2 }]);
  });

  test('a table that was found late stays open', async () => {
    const { outbox, fake, next, placed } = setUp();
    await outbox.addReservation('tables', table());
    fake.failNext({ method: 'POST', fault: 'lost-response' });
    await next(tables);
    vi.setSystemTime(Date.now() + hour);
    expect(await next(tables)).toMatchObject({ state: 'created', cancel: undefined });
    expect(placed('R-1')).toMatchObject([{ status: 'open' }]);
  });

  test('changes of an order, empty changes and a status are rejected', async () => {
    const { outbox } = setUp();
    await outbox.addOrder('bistro', burger());
    await expect(outbox.update(ref, { guestCount: 3 })).rejects.toThrow('must be a reservation');
    await outbox.addReservation('tables', table());
    await expect(outbox.update(tables, {})).rejects.toThrow('must contain a field to change');
    await expect(outbox.update(tables, Object({ guestCount: 3, status: 'cancelled' }))).rejects.toThrow(
      'use cancel()',
    );
  });

  test.each([
    ['guestCount', { guestCount: Number.NaN }],
    ['note', { guestCount: 3, note: 'Window' }],
    ['firstname', { partnerReservationInfo: { firstname: 'Robin', note: '' } }],
    ['partnerReservationInfo.partnerName', { partnerReservationInfo: { partnerName: 'other', note: '' } }],
  ])('changes that could not be sent are rejected: %s', async (path, changes) => {
    const { outbox } = setUp();
    await outbox.addReservation('tables', table());
    const update = outbox.update(tables, Object(changes));
    await expect(update).rejects.toThrow(`The reservation was not changed: \`${path}\``);
  });
});

test('run sends an order at once, and ends when the running steps have ended', async () => {
  const { outbox, fake, placed } = setUp();
  const stop = new AbortController();
  const running = outbox.run({ signal: stop.signal });
  await vi.advanceTimersByTimeAsync(900);
  await outbox.addOrder('bistro', burger());
  await vi.advanceTimersByTimeAsync(50);
  expect(placed()).toHaveLength(1);

  fake.failNext({ fault: 'latency', delay: 3_000 });
  await outbox.addOrder('bistro', burger('F-2'));
  await vi.advanceTimersByTimeAsync(50);
  stop.abort();
  await vi.advanceTimersByTimeAsync(4_000);
  await running;
  expect(await outbox.get({ ...ref, reference: 'F-2' })).toMatchObject({ state: 'created' });
});

test('a key whose outlet hangs leaves room for the others', async () => {
  const { outbox, fake, placed } = setUp();
  fake.failNext({ method: 'POST', path: '/orders', fault: 'hang', times: 30 });
  const stop = new AbortController();
  const running = outbox.run({ signal: stop.signal });
  for (let count = 0; count < 30; count += 1) await outbox.addOrder('bistro', burger(`F-${count}`));
  await outbox.addReservation('tables', table());
  await vi.advanceTimersByTimeAsync(1_100);
  expect(placed('R-1')).toHaveLength(1);
  stop.abort();
  await vi.advanceTimersByTimeAsync(30_000);
  await running;
});

describe('entries', () => {
  async function namesOf(entries: AsyncIterable<OutboxEntry>): Promise<string[]> {
    const names: string[] = [];
    for await (const { keyRef, reference, state } of entries) names.push(`${keyRef} ${reference} ${state}`);
    return names.sort();
  }

  test('are listed by state and key, also after many pages', async () => {
    const { outbox, fake, next } = setUp();
    for (let number = 100; number < 350; number += 1) await outbox.addOrder('cafe', burger(`F-${number}`));
    fake.failNext({ ...lost, times: Number.POSITIVE_INFINITY });
    await outbox.addOrder('bistro', burger());
    await next();
    expect(await namesOf(outbox.entries({ state: 'unknown' }))).toEqual(['bistro F-1 unknown']);
    expect(await namesOf(outbox.entries({ keyRef: 'bistro' }))).toEqual(['bistro F-1 unknown']);
    expect(await namesOf(outbox.entries({ keyRef: 'cafe', state: 'unknown' }))).toEqual([]);
    expect(new Set(await namesOf(outbox.entries())).size).toBe(251);
  });

  test('that leave the state while they are listed are left out', async () => {
    const { outbox } = setUp();
    await outbox.addOrder('bistro', burger('F-1'));
    await outbox.addOrder('bistro', burger('F-2'));
    const waiting = outbox.entries({ state: 'waiting' });
    expect((await waiting.next()).value).toMatchObject({ reference: 'F-1' });
    await outbox.cancel({ ...ref, reference: 'F-2' });
    expect((await waiting.next()).done).toBe(true);
  });

  test('need a valid filter, and a reference with all fields', async () => {
    const { outbox } = setUp();
    expect(() => outbox.entries(Object({ state: 'lost' }))).toThrow('`state`');
    const misspelled = Object({ keyRef: 'bistro', partner: 'foodie', orderId: 'F-1' });
    for (const call of [
      outbox.get(misspelled),
      outbox.cancel(misspelled),
      outbox.update(misspelled, { guestCount: 2 }),
      outbox.settle(misspelled, null),
      outbox.process(misspelled),
    ])
      await expect(call).rejects.toThrow('The reference is invalid: `reference` must be a non-empty string');
  });
});

test('each step and each change of state is published', async () => {
  const { outbox, fake, next } = setUp();
  fake.failNext({ ...lost, times: 1 });
  const messages = recorded('outbox:');
  listen('outbox:start', ({ step, headers }) => {
    if (step === 'add') headers.traceparent = 'of the guest';
  });
  await outbox.addOrder('bistro', burger());
  await outbox.addOrder('bistro', burger());
  await next();
  await next();
  const steps = [...of(messages, 'outbox:start'), ...of(messages, 'outbox:error')];
  expect(steps.map(({ step }) => step)).toEqual(['add', 'send', 'send', 'read', 'send']);
  expect(steps.at(-1)).toMatchObject({ ...ref, kind: 'order', headers: { traceparent: 'of the guest' } });
  expect(of(messages, 'outbox:change')).toEqual([
    { ...ref, kind: 'order', state: 'waiting', before: undefined },
    { ...ref, kind: 'order', state: 'unknown', before: 'waiting' },
    { ...ref, kind: 'order', state: 'created', before: 'unknown' },
  ]);
});
