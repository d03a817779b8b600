import { parseWebhookEvent } from 'outlet-open-api/webhooks';
import { expect, test } from 'vitest';
import { restaurant } from './restaurant.js';

const { open, client } = restaurant();
const updatedAt = '2026-11-01T12:00:00.000Z';

test('an event is parsed and narrowed', () => {
  const rawBody = JSON.stringify({ event: 'order.complete', id: 'o-1', updatedAt });
  const event = parseWebhookEvent(rawBody);
  expect(event).toMatchObject({ event: 'order.complete', id: 'o-1', updatedAt });
  const thin = parseWebhookEvent(new TextEncoder().encode(rawBody), { useCase: 'reservations' });
  switch (thin.event) {
    case 'unknown':
      expect([thin.name, thin.reason]).toEqual(['order.complete', 'use-case']);
      break;
    default:
      expect.unreachable();
  }
});

test('what an event tells of is fetched §use-case.inventory §flow.inventory.order §flow.inventory.menu', async () => {
  const fake = open();
  const outlet = client(fake, 'inventory-management');
  const { id } = fake.orders.add({ status: 'complete' });

  const event = parseWebhookEvent({ event: 'order.complete', id, updatedAt });
  expect(await outlet.fetchRelated(event)).toMatchObject({ kind: 'order', order: { id } });
  const menusPublished = parseWebhookEvent({ event: 'menus.published', updatedAt });
  expect(await outlet.fetchRelated(menusPublished, { channelType: 'dine-in' })).toMatchObject({
    kind: 'menu',
  });
  await expect(outlet.fetchRelated(menusPublished)).rejects.toThrow('query');
  expect(await outlet.fetchRelated(parseWebhookEvent({ event: 'channels.published' }))).toMatchObject({
    kind: 'channels',
  });
  expect(await outlet.fetchRelated(parseWebhookEvent({ event: 'outlet.updated' }))).toEqual({ kind: 'none' });
});
