import { parseWebhookEvent, type UseCase } from 'outlet-open-api/webhooks';
import { describe, expect, test } from 'vitest';
import { idsIn } from '../../conformance/sections.js';

/** The table "Events" of the specification, written out by hand; the API specification does not define which keys receive outlet.updated. */
const receivers: Record<string, UseCase[]> = {
  'order.inKitchen': ['digital-ordering'],
  'order.readyForPickup': ['digital-ordering'],
  'order.complete': ['digital-ordering', 'order-data', 'inventory-management'],
  'order.cancelled': ['digital-ordering', 'order-data', 'inventory-management'],
  'order.totalsUpdated': ['reservations'],
  'order.statusUpdated': ['reservations'],
  'order.channelUpdated': ['reservations'],
  'order.guestCountUpdated': ['reservations'],
  'channels.published': ['reservations'],
  'menus.published': ['inventory-management'],
  'outlet.updated': ['digital-ordering', 'reservations', 'order-data', 'inventory-management'],
};
const useCases: UseCase[] = ['digital-ordering', 'reservations', 'order-data', 'inventory-management'];
const names = Object.keys(receivers);

test('the table contains every event', () => {
  expect(names).toEqual(idsIn('event'));
});

describe.each(useCases)('a key of use case %s', (useCase) => {
  test.each(names)('and %s §event.* §events.own-use-case', (event) => {
    const expected = receivers[event]?.includes(useCase)
      ? { event }
      : { event: 'unknown', name: event, reason: 'use-case' };
    expect(parseWebhookEvent(whole(event), { useCase })).toMatchObject(expected);
  });
});

test.each(names)('without a use case %s is known', (event) => {
  expect(parseWebhookEvent(whole(event)).event).toBe(event);
});

test('a missing id counts before the use case', () => {
  const event = parseWebhookEvent({ event: 'order.complete' }, { useCase: 'reservations' });
  expect(event).toMatchObject({ event: 'unknown', reason: 'shape' });
});

function whole(event: string) {
  return { event, id: 'o-1', updatedAt: '2026-11-01T10:00:00.000Z' };
}
