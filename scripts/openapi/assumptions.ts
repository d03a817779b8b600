import { isRecord } from '../../src/json.js';
import { assumptionRows } from '../docs/assumption-rows.js';
import type { JsonObject } from './schemas.js';

const schemas = 'components > schemas';
const responses = 'components > responses';
const discountAmount = `${schemas} > AppliedDiscountParams > properties > amount`;
const updateOfReservation = 'paths > /orders/reservations/{orderId} > put';

/**
 * The parts of the document that a row of docs/reference/assumptions.md is about, by the gap of the row. The parts of all other rows of a
 * section, by its name. A place has the keys that lead to a part. In a key, `*` matches any characters, and `|` separates alternatives.
 */
const places: Readonly<Record<string, string | readonly string[]>> = {
  'how many decimal places the amount of a discount can have': discountAmount,
  'how long the API waits for the response of a webhook receiver': `${responses} > DeliveryFailed`,
  'how the API signs webhook deliveries': 'tags > Webhooks',
  'how a page without records is written': `${schemas} > *Page > properties > data`,
  'how the last page of a list of orders is marked': `${schemas} > OrderPage > properties > next`,
  'order status transitions without an endpoint': `${schemas} > OrderStatus`,
  'the HTTP status for a change of an order with a final status': 'paths > /orders/*{orderId} > put',
  'the HTTP status for a reservation update that breaks a rule': updateOfReservation,
  'the HTTP status for an update of a reservation that another key created': updateOfReservation,
  'the HTTP status if one photo is invalid and another one is too large': 'paths > /base-menus > post',
  'the form of the MCP access tokens that the goods receipts endpoint also accepts':
    'paths > /inventory/goods-receipts > get',
  'the URL of a webhook retry after the webhook URL of the key has changed': `${responses} > DeliveryFailed`,
  'the body of the response to a new base menu': 'paths > /base-menus > post > responses > 201',
  'the body of the response to an update or import of an order':
    'paths > /orders/*{orderId}|/orders/import > put|post > responses > 200|201',
  'the delays between webhook retries': `${responses} > DeliveryFailed`,
  'the exact number of bytes of the photo limit 10 MB': `${schemas} > BaseMenuPhotoParams > properties > itemImage`,
  'the fields of an import besides the listed ones, and the validation of all fields': `${schemas} > OrderImportParams`,
  'the fields of channels, orders, discounts and base menus besides the listed ones': `${schemas} > Channel|Order|AppliedDiscount*|BaseMenu|BaseMenuItem*|BaseMenuCreateParams`,
  'the digits and separators of a phone number in international format': `${schemas} > PartnerReservationInfoParams|ReservationInfoChanges > properties > phoneNumber`,
  'the form of a cursor': 'components > parameters > Cursor',
  'the form of the field `errors`': `${schemas} > *Error > properties > errors`,
  'the maximum size of a request body, and of the lists in it': 'info',
  'the meaning of a receipt without `isTaxInclusive`': `${schemas} > GoodsReceipt > properties > isTaxInclusive`,
  'the menu for a `channelType` that no channel has': 'paths > /menus > get > parameters > channelType',
  'the menu for an unknown `partnerChannel`': 'paths > /menus > get > parameters > partnerChannel',
  'the name of the cursor parameter': 'components > parameters > Cursor',
  'the name of the field that contains the amount of a discount': discountAmount,
  'the name of the field that contains the channels, or the action log of an order': `${schemas} > *List > properties > data`,
  'the name of the field that contains the next cursor of a list of orders': `${schemas} > OrderPage > properties > next`,
  'the name of the field that contains the records of a page': `${schemas} > *Page > properties > data`,
  "the names of a line's quantity, purchase unit and unit cost": `${schemas} > GoodsReceiptLine`,
  'the decimal places of the amounts of a line': `${schemas} > GoodsReceiptLine`,
  'the number of webhook retries': `${responses} > DeliveryFailed`,
  'the page size of a list of action log entries': `${schemas} > ActionLogEntryPage > properties > data`,
  'the rounding of the shares of a document discount': `${schemas} > GoodsReceipt > properties > discount`,
  'the sort order of a list of orders': `${schemas} > OrderPage > properties > data`,
  'the text of error messages except that of status 401': `${schemas} > *Error > properties > message`,
  'the types of `number` and `receiptNumber` of an import': `${schemas} > OrderImportParams > properties > number|receiptNumber`,
  'the types of actions and actors': [
    `${schemas} > ActionLogEntry|ActionLogActor > properties > action|type`,
    'paths > /orders/action-logs > get > parameters > action|actorType',
  ],
  "the types of a receipt's `deliveryDate` and of a supplier's postal address": [
    `${schemas} > GoodsReceipt > properties > deliveryDate`,
    `${schemas} > Supplier`,
  ],
  'the use cases that receive `outlet.updated`': 'webhooks > outlet.updated > post',
  'the values of `taxRateKind`, and their meaning': `${schemas} > GoodsReceiptLine > properties > taxRateKind`,
  'the `updatedAt` of a republished event': `${schemas} > OrderCompleteEvent|OrderCancelledEvent > properties > updatedAt`,
  'what a repeated query parameter means':
    'paths > /menus|/orders|/orders/action-logs|/inventory/goods-receipts > get',
  'when a rate limit window starts': 'components > headers > Reset',
  'whether Order Data and Inventory Management keys receive events for orders that no key created':
    'webhooks > order.complete|order.cancelled > post',
  'whether `GET /menus` requires `channelType`': 'paths > /menus > get > parameters > channelType',
  'whether `GET /orders` requires `from` and `to`': 'paths > /orders > get > parameters > from|to',
  'whether `partnerInfo` is required': `${schemas} > OrderCreateParams > properties > partnerInfo`,
  'whether `retryAfter` can be 0': `${schemas} > RateLimitError > properties > retryAfter`,
  'whether a key can cancel orders that another key created': 'paths > /orders/{orderId} > put',
  'whether a list contains an order that is cancelled between two of its pages': `${schemas} > OrderPage`,
  'whether a new order can be without items': `${schemas} > OrderCreateParams > properties > items`,
  'whether a quantity or guest count can be less than 1': `${schemas} > OrderItem*Params|ReservationCreateParams|ReservationChanges > properties > quantity|guestCount`,
  'whether a range includes the times `from` and `to`': 'paths > * > get > parameters > to',
  'whether a reservation can be cancelled after the kitchen has started it': updateOfReservation,
  'whether a reservation can change after the kitchen has started it': updateOfReservation,
  'whether a response omits a field without a value, or sets it to `null`': `${schemas} > ActionLogEntry|BaseMenu|Channel|GoodsReceipt|Order`,
  'whether a revoked key receives webhooks': 'tags > Webhooks',
  'whether the amount of a discount can be less than 0': discountAmount,
  'whether an empty list of an order is `[]`, `null` or missing': `${schemas} > Order`,
  'whether channels and menus contain edits that the merchant has not published':
    'paths > /channels|/menus > get',
  'whether completing an order adds a payment': `${schemas} > Order > properties > payments`,
  'whether lists contain partner-aggregated orders, which are a 404 by ID': `${schemas} > OrderPage`,
  'whether pages of orders can be short or empty': `${schemas} > OrderPage`,
  'whether requests accept `null` for a field without a value': `${schemas} > OrderCreateParams|OrderImportParams|ReservationCreateParams|ReservationChanges|BaseMenuCreateParams`,
  'whether requests accept other timestamps than `YYYY-MM-DDTHH:mm:ss.sssZ`': `${schemas} > *Params > properties > orderDate|paidAt|created`,
  'whether tax is rounded by line or in total': `${schemas} > GoodsReceipt > properties > tax`,
  'whether the channel of a digital order can be a table': `${schemas} > OrderCreateParams > properties > channelId`,
  'whether the payments of a new order must add up to its total': `${schemas} > OrderCreateParams > properties > payments`,
  'whether the limit counts rejected requests and requests without an API key':
    'components > headers > Remaining',
  'whether the menu is the whole response or the value of a field': 'paths > /menus > get > responses > 200',
  'which fields of a new order, reservation or base menu are required':
    'paths > /orders|/orders/reservations|/base-menus > post > requestBody',
  'which fields of an order can be updated besides `status`': `${schemas} > OrderUpdateParams`,
  'which valid orders the API rejects, such as those for a closed outlet or a sold-out item':
    'paths > /orders > post',
  'which hosts of photo URLs are private': `${schemas} > BaseMenuPhotoParams > properties > itemImage`,
  'which time of an order `from` and `to` refer to': 'paths > /orders > get > parameters > from',

  Authentication: 'components > securitySchemes > accessToken',
  Channel: `${schemas} > ChannelType`,
  Errors: `${responses} > OtherError`,
  Events: 'tags > Webhooks',
  'GET /channels': 'paths > /channels > get',
  'Goods receipt': `${schemas} > GoodsReceipt`,
  'Goods receipt statuses': `${schemas} > GoodsReceiptStatus`,
  'Idempotency rules': 'components > parameters > IdempotencyKey',
  Menu: `${schemas} > Menu`,
  'Order statuses': `${schemas} > OrderStatus`,
  Outlet: 'info',
  'Payload shapes': `${schemas} > Order*Event|OutletUpdatedEvent|ChannelsPublishedEvent`,
  Payment: `${schemas} > OfflineMethod`,
  'Setup rules': 'servers > 0',
  Versioning: 'info',
};

/** Marks every part of a document that the API specification does not define with `x-assumed` and `x-assumed-reason`. */
export function markAssumptions(document: JsonObject): void {
  const gaps = new Map<JsonObject, string[]>();
  const unused = new Set(Object.keys(places));
  for (const { gap, section } of assumptionRows()) {
    const key = gap in places ? gap : (/"(.+)"/.exec(section)?.[1] ?? '');
    unused.delete(key);
    const parts = [places[key] ?? []].flat().flatMap((keys) => partsAt(document, keys.split(' > ')));
    if (parts.length === 0) throw new Error(`scripts/openapi/assumptions.ts has no place for: ${gap}`);
    for (const part of parts) gaps.set(part, [...(gaps.get(part) ?? []), gap]);
  }
  if (unused.size > 0)
    throw new Error(`docs/reference/assumptions.md has no row for: ${[...unused].join('; ')}`);
  for (const [part, found] of gaps) {
    const reason = `The API specification does not define ${found.join('; ')}.`;
    Object.assign(part, { 'x-assumed': true, 'x-assumed-reason': reason });
  }
}

/** Returns the objects at a place. In a list, the key of an entry is its name, or its index if it has none. */
function partsAt(part: unknown, keys: readonly string[]): JsonObject[] {
  const [key, ...others] = keys;
  if (key === undefined) return isRecord(part) ? [part] : [];
  const entries = Array.isArray(part)
    ? part.map((entry: unknown, index): [string, unknown] => [nameOf(entry) ?? `${index}`, entry])
    : Object.entries(isRecord(part) ? part : {});
  const escaped = key.replaceAll(/[.{}]/g, '\\$&').replaceAll('*', '.*');
  return entries
    .filter(([name]) => new RegExp(`^(?:${escaped})$`).test(name))
    .flatMap(([, entry]) => partsAt(entry, others));
}

function nameOf(entry: unknown): string | undefined {
  return isRecord(entry) && typeof entry.name === 'string' ? entry.name : undefined;
}
