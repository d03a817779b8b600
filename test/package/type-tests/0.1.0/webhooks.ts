import type { Channel, ChannelType, Menu, MenuGetParams, Order, OutletClient } from 'outlet-open-api';
import {
  type MenusPublishedEvent,
  type OrderCompleteEvent,
  parseWebhookEvent,
  type UnknownWebhookEvent,
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
declare const anyEvent: WebhookEvent;
declare const orderComplete: OrderCompleteEvent;
declare const menusPublished: MenusPublishedEvent;
declare const unknownEvent: UnknownWebhookEvent;
declare const someQuery: MenuGetParams | undefined;
declare const channelType: ChannelType;

type OfOrder = { readonly kind: 'order'; readonly order: Order };
type OfChannels = { readonly kind: 'channels'; readonly channels: Channel[] };
type OfMenu = { readonly kind: 'menu'; readonly menu: Menu };
type OfNothing = { readonly kind: 'none' };

describe('fetchRelated', () => {
  test('returns a type that depends on the event', () => {
    expectTypeOf(outlet.fetchRelated(orderComplete)).resolves.toEqualTypeOf<OfOrder>();
    expectTypeOf(outlet.fetchRelated(unknownEvent)).resolves.toEqualTypeOf<OfOrder | OfNothing>();
  });

  test('fetches a menu with a query only', () => {
    expectTypeOf(
      outlet.fetchRelated(menusPublished, { channelType: 'dine-in' }),
    ).resolves.toEqualTypeOf<OfMenu>();
    expectTypeOf(outlet.fetchRelated(menusPublished, { channelType })).resolves.toEqualTypeOf<OfMenu>();
    expectTypeOf(outlet.fetchRelated(menusPublished)).resolves.toBeNever();
  });

  test('returns the union for any event', () => {
    type WithoutMenu = OfOrder | OfChannels | OfNothing;
    expectTypeOf(outlet.fetchRelated(anyEvent)).resolves.toEqualTypeOf<WithoutMenu>();
    expectTypeOf(outlet.fetchRelated(anyEvent, undefined, {})).resolves.toEqualTypeOf<WithoutMenu>();
    expectTypeOf(outlet.fetchRelated(anyEvent, someQuery)).resolves.toEqualTypeOf<WithoutMenu | OfMenu>();
    expectTypeOf(
      outlet.fetchRelated(parseWebhookEvent('', { useCase: 'order-data' })),
    ).resolves.toEqualTypeOf<OfOrder | OfNothing>();
  });

  test('checks the query', () => {
    outlet.fetchRelated(menusPublished, { channelType: 'partner', partnerChannel: 'foodie' });
    // @ts-expect-error partnerChannel is required
    outlet.fetchRelated(menusPublished, { channelType: 'partner' });
    // @ts-expect-error partnerChannel
    outlet.fetchRelated(menusPublished, { channelType: 'dine-in', partnerChanel: 'foodie' });
  });
});
