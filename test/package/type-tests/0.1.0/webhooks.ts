import type { OutletClient } from 'outlet-open-api';
import {
  type MenusPublishedEvent,
  type OrderCompleteEvent,
  parseWebhookEvent,
  type UseCase,
  type WebhookEvent,
  type WebhookEventFor,
} from 'outlet-open-api/webhooks';
import { describe, expectTypeOf, test } from 'vitest';

describe('events', () => {
  test('have the required fields of their payload', () => {
    expectTypeOf<OrderCompleteEvent['id']>().toEqualTypeOf<string>();
    expectTypeOf<MenusPublishedEvent['id']>().toEqualTypeOf<string | undefined>();
  });

  test('narrow by their name, without a cast', () => {
    const event = parseWebhookEvent('');
    switch (event.event) {
      case 'order.complete':
        expectTypeOf(event).toEqualTypeOf<OrderCompleteEvent>();
        break;
      case 'unknown':
        expectTypeOf(event.name).toEqualTypeOf<string>();
        expectTypeOf(event.reason).toEqualTypeOf<'name' | 'shape' | 'use-case'>();
        expectTypeOf(event.raw).toEqualTypeOf<Readonly<Record<string, unknown>>>();
    }
    // @ts-expect-error no event has this name
    event.event === 'order.completed';
  });
});

declare const useCase: UseCase;

describe('the use case', () => {
  test('narrows the union', () => {
    type OrderData = 'order.complete' | 'order.cancelled' | 'outlet.updated' | 'unknown';
    expectTypeOf(parseWebhookEvent('', { useCase: 'order-data' })).toEqualTypeOf<
      WebhookEventFor<'order-data'>
    >();
    expectTypeOf<WebhookEventFor<'order-data'>['event']>().toEqualTypeOf<OrderData>();
    expectTypeOf<WebhookEventFor<'inventory-management'>['event']>().toEqualTypeOf<
      OrderData | 'menus.published'
    >();
    expectTypeOf<WebhookEventFor<'digital-ordering'>['event']>().toEqualTypeOf<
      OrderData | 'order.inKitchen' | 'order.readyForPickup'
    >();
    expectTypeOf<WebhookEventFor<'reservations'>['event']>().toEqualTypeOf<
      | 'order.totalsUpdated'
      | 'order.statusUpdated'
      | 'order.channelUpdated'
      | 'order.guestCountUpdated'
      | 'channels.published'
      | 'outlet.updated'
      | 'unknown'
    >();
  });

  test('that is unknown or missing returns every event', () => {
    expectTypeOf(parseWebhookEvent('')).toEqualTypeOf<WebhookEvent>();
    expectTypeOf(parseWebhookEvent('', {})).toEqualTypeOf<WebhookEvent>();
    expectTypeOf(parseWebhookEvent('', { useCase: undefined })).toEqualTypeOf<WebhookEvent>();
    expectTypeOf(parseWebhookEvent('', { useCase })).toEqualTypeOf<WebhookEvent>();
  });

  test('is one of four', () => {
    // @ts-expect-error accounting uses an order-data key
    parseWebhookEvent('', { useCase: 'accounting' });
  });
});

declare const outlet: OutletClient;
