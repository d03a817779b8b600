import type { OutletClient } from 'outlet-open-api';
import {
  type KnownWebhookEvent,
  type MenusPublishedEvent,
  type OrderCompleteEvent,
  type OrderInKitchenEvent,
  parseWebhookEvent,
  type UseCase,
  type WebhookEvent,
  type WebhookEventFor,
} from 'outlet-open-api/webhooks';
import { assertType, describe, expectTypeOf, test } from 'vitest';
import type { EventName } from '../../../src/webhooks/parse/event-table.js';

type EventOf<Name extends EventName> = Extract<KnownWebhookEvent, { readonly event: Name }>;

type RequiredFields<Event extends KnownWebhookEvent> = {
  [Field in 'id' | 'updatedAt']: undefined extends Event[Field] ? never : Field;
}['id' | 'updatedAt'];

describe('events', () => {
  test('have a type for each row of the table', () => {
    expectTypeOf<KnownWebhookEvent['event']>().toEqualTypeOf<EventName>();
  });

  test('have an id if they are about an order, and can lack updatedAt', () => {
    expectTypeOf<{ [Name in EventName]: RequiredFields<EventOf<Name>> }>().toEqualTypeOf<{
      [Name in EventName]: Name extends `order.${string}` ? 'id' : never;
    }>();
  });

  test('have the fields of their payload', () => {
    expectTypeOf<OrderCompleteEvent['id']>().toEqualTypeOf<string>();
    expectTypeOf<OrderCompleteEvent['updatedAt']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<MenusPublishedEvent['id']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<MenusPublishedEvent['updatedAt']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<OrderInKitchenEvent['id']>().toEqualTypeOf<string>();
    assertType<OrderCompleteEvent>({ event: 'order.complete', id: 'o-1', raw: {} });
    // @ts-expect-error without an id
    assertType<OrderInKitchenEvent>({ event: 'order.inKitchen', raw: {} });
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
  test('narrows the union §events.own-use-case', () => {
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

  test('is one of four §use-case.accounting', () => {
    // @ts-expect-error accounting uses an order-data key
    parseWebhookEvent('', { useCase: 'accounting' });
  });
});

declare const outlet: OutletClient;
