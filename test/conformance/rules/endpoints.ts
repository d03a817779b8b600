import type { Section } from '../rule.js';

export const endpoints: readonly Section[] = [
  {
    title: 'Endpoints',
    rules: {
      'endpoints.prefix': 'All paths start with `/api/v1`.',
      'endpoints.body': 'Request bodies are JSON, with the content type application/json.',
      'endpoints.success': 'The success status is 200 for GET and PUT, and 201 for POST.',
      'endpoints.bearer': 'Every request has a bearer token.',
      'endpoints.idempotency': 'Every POST can have an Idempotency-Key.',
      'endpoint.channels.list': '`GET /channels` lists channels.',
      'endpoint.menus.get': '`GET /menus` returns the menu of a channel type.',
      'endpoint.orders.create': '`POST /orders` creates an order.',
      'endpoint.orders.list': '`GET /orders` lists orders in a date range.',
      'endpoint.orders.get': '`GET /orders/:id` returns one order.',
      'endpoint.orders.update': '`PUT /orders/:id` cancels an order.',
      'endpoint.reservations.create':
        '`POST /orders/reservations` opens an order that is linked to a reservation.',
      'endpoint.reservations.update':
        '`PUT /orders/reservations/{id}` updates an order that is linked to a reservation.',
      'endpoint.orders.import': '`POST /orders/import` imports a historical order.',
      'endpoint.actionLogs.forOrder': '`GET /orders/{id}/action-log` returns the action log of one order.',
      'endpoint.actionLogs.list': '`GET /orders/action-logs` lists action log entries in a date range.',
      'endpoint.baseMenus.create': '`POST /base-menus` creates a base menu.',
      'endpoint.goodsReceipts.list': '`GET /inventory/goods-receipts` lists goods receipts in a date range.',
      'endpoints.webhook': "`POST` to the key's webhook URL delivers an event.",
    },
  },
  {
    title: 'GET /channels',
    rules: { 'channels-list.types': 'The response contains the partner and dine-in channels of the outlet.' },
  },
  {
    title: 'GET /menus',
    rules: {
      'menus-get.type': 'channelType selects the menu.',
      'menus-get.partner': 'If channelType is partner, partnerChannel is required.',
    },
  },
  {
    title: 'POST /orders',
    rules: {
      'orders-create.body': 'The body has channelId, partnerInfo, items with options, and payments.',
      'orders-create.discounts': 'The body can have appliedDiscounts.',
      'orders-create.answer': 'The response is a 201 with the order.',
      'orders-create.invalid': 'An invalid body gets a 400.',
      'orders-create.discount-sum': 'Discounts above the bill total are rejected.',
      'orders-create.refused': 'A rejected order is not created.',
    },
  },
  {
    title: 'GET /orders/:id',
    rules: {
      'orders-get.whole': 'The order has items and payments.',
      'orders-get.missing': 'An order that does not exist is a 404.',
    },
  },
  {
    title: 'PUT /orders/:id',
    rules: { 'orders-update.status': 'The body has the status cancelled.' },
  },
  {
    title: 'GET /orders',
    rules: {
      'orders-list.from': 'from is an RFC 3339 timestamp: the start of the range.',
      'orders-list.to': 'to is an RFC 3339 timestamp: the end of the range.',
      'orders-list.range': 'A range is at most 31 days long.',
      'orders-list.status': 'status is complete or cancelled.',
      'orders-list.default': 'The default of status is both.',
      'orders-list.payload': 'Orders have the same fields as a single order.',
      'orders-list.pages': 'Pages are linked by cursors.',
      'orders-list.page-size': 'A page has up to 25 orders of each status.',
    },
  },
  {
    title: 'POST /orders/reservations',
    rules: {
      'reservations-create.channel': 'channelId is a channel of type dine-in.',
      'reservations-create.guests': 'guestCount is an integer.',
      'reservations-create.info':
        "partnerReservationInfo has the reservation's identity and the guest's contact.",
      'reservations-create.deposit': 'payments is optional, and contains a paid deposit.',
      'reservations-create.customer': 'Deposits have no customerName.',
      'reservations-create.answer': 'The response is a 201 with the order.',
    },
  },
  {
    title: 'PUT /orders/reservations/{id}',
    rules: {
      'reservations-update.changes': 'All fields are optional, and only changed fields are sent.',
      'reservations-update.table': 'channelId moves the order to another table.',
      'reservations-update.closes': 'The status cancelled closes the order.',
      'reservations-update.guests': 'guestCount can change.',
      'reservations-update.info': 'The contact and the note in partnerReservationInfo can change.',
      'reservations-update.rule-1': 'The status cancelled cannot be combined with another field.',
      'reservations-update.rule-2': 'partnerName and reservationId cannot change.',
      'reservations-update.rule-3': 'Only the key that created the order can update it.',
    },
  },
  {
    title: 'POST /orders/import',
    rules: {
      'orders-import.complete': 'The order is complete at once.',
      'orders-import.given': 'The caller sets orderDate, paidAt, number and receiptNumber.',
      'orders-import.source': 'externalOrderSource is required.',
      'orders-import.unchecked': 'The API skips the validation of real-time orders.',
      'orders-import.silent': 'An import has no side effects: no webhook, no printing, no inventory check.',
      'orders-import.idempotency': 'An import can have an idempotency key.',
    },
  },
];
