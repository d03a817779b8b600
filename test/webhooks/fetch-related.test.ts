import { parseWebhookEvent, RequestValidationError } from 'outlet-open-api/webhooks';
import { beforeEach, expect, test } from 'vitest';
import { fetchRelated, type RelatedClient } from '../../src/webhooks/fetch-related.js';

let calls: unknown[][];
const client: RelatedClient = {
  orders: { get: async (...input) => returned({ id: input[0] }, 'orders.get', ...input) },
  channels: { list: async (...input) => returned([{ id: 'c-1' }], 'channels.list', ...input) },
  menus: { get: async (...input) => returned({ name: 'Lunch' }, 'menus.get', ...input) },
};
const options = { timeout: 5_000 };
const updatedAt = '2026-11-01T10:00:00.000Z';

beforeEach(() => {
  calls = [];
});

test.each([
  'order.inKitchen',
  'order.readyForPickup',
  'order.complete',
  'order.cancelled',
  'order.totalsUpdated',
  'order.statusUpdated',
  'order.channelUpdated',
  'order.guestCountUpdated',
])(
  '%s fetches its order §events.rule-1.read §flow.reservations.events §flow.order-data.events',
  async (name) => {
    const event = parseWebhookEvent({ event: name, id: 'o-1', updatedAt });
    expect(await fetchRelated(client, event, undefined, options)).toEqual({
      kind: 'order',
      order: { id: 'o-1' },
    });
    expect(calls).toEqual([['orders.get', 'o-1', options]]);
  },
);

test('channels.published fetches the channels §events.rule-1.read §flow.reservations.channels', async () => {
  const event = parseWebhookEvent({ event: 'channels.published' });
  expect(await fetchRelated(client, event, undefined, options)).toEqual({
    kind: 'channels',
    channels: [{ id: 'c-1' }],
  });
  expect(calls).toEqual([['channels.list', options]]);
});

test('menus.published fetches the menu that the query names §events.rule-1.read §flow.inventory.menu', async () => {
  const event = parseWebhookEvent({ event: 'menus.published', updatedAt });
  const query = { channelType: 'dine-in' } as const;
  expect(await fetchRelated(client, event, query, options)).toEqual({
    kind: 'menu',
    menu: { name: 'Lunch' },
  });
  expect(calls).toEqual([['menus.get', query, options]]);
});

test('menus.published without a query is rejected', async () => {
  const event = parseWebhookEvent({ event: 'menus.published', updatedAt });
  const outcome = fetchRelated(client, event);
  await expect(outcome).rejects.toBeInstanceOf(RequestValidationError);
  await expect(outcome).rejects.toMatchObject({ issues: [{ path: 'query' }] });
  expect(calls).toEqual([]);
});

test.each([
  ['outlet.updated', { event: 'outlet.updated', id: 'x' }],
  ['an order event without an id', { event: 'order.inKitchen', id: '' }],
  ['an unknown order event without an id', { event: 'order.refunded' }],
  ['an unknown event of something else', { event: 'receipt.completed', id: 'r-1' }],
  ['a name that only starts like that of an order event', { event: 'orders.published', id: 'o-1' }],
])('%s fetches nothing', async (_, body) => {
  expect(await fetchRelated(client, parseWebhookEvent(body))).toEqual({ kind: 'none' });
  expect(calls).toEqual([]);
});

test.each([
  ['name', { event: 'order.refunded', id: 'o-1' }, {}],
  ['use-case', { event: 'order.complete', id: 'o-1', updatedAt }, { useCase: 'reservations' }],
] as const)('an order event that is unknown by its %s fetches its order', async (reason, body, by) => {
  const event = parseWebhookEvent(body, by);
  expect(event).toMatchObject({ event: 'unknown', reason });
  expect(await fetchRelated(client, event)).toEqual({ kind: 'order', order: { id: 'o-1' } });
});

test('an error of the client is passed on', async () => {
  const missing = new Error('missing');
  const failing = { ...client, orders: { get: () => Promise.reject(missing) } };
  const event = parseWebhookEvent({ event: 'order.complete', id: 'o-1', updatedAt });
  await expect(fetchRelated(failing, event)).rejects.toBe(missing);
});

function returned<T>(value: T, ...call: unknown[]): T {
  calls.push(call);
  return value;
}
