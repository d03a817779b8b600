import type { Section } from '../rule.js';

export const endpoints: readonly Section[] = [
  {
    title: 'Endpoints',
    rules: {
      'endpoints.prefix': 'All paths stand below `/api/v1`.',
      'endpoints.body': 'Bodies of requests are JSON, and say so.',
      'endpoints.success': 'GET and PUT succeed with 200, POST with 201.',
      'endpoints.bearer': 'Every request carries a bearer token.',
      'endpoints.idempotency': 'Every POST may carry an Idempotency-Key.',
      'endpoint.channels.list': '`GET /channels` lists channels.',
      'endpoint.menus.get': '`GET /menus` gives the menu of a channel type.',
      'endpoint.orders.create': '`POST /orders` creates an order.',
      'endpoint.orders.list': '`GET /orders` lists orders in a range of dates.',
      'endpoint.orders.get': '`GET /orders/:id` gives one order.',
      'endpoint.orders.update': '`PUT /orders/:id` cancels an order.',
      'endpoint.reservations.create': '`POST /orders/reservations` opens the order of a reservation.',
      'endpoint.reservations.update': '`PUT /orders/reservations/{id}` updates it.',
      'endpoint.orders.import': '`POST /orders/import` imports a historical order.',
      'endpoint.actionLogs.forOrder': '`GET /orders/{id}/action-log` gives the log of one order.',
      'endpoint.actionLogs.list': '`GET /orders/action-logs` lists log entries in a range of dates.',
      'endpoint.baseMenus.create': '`POST /base-menus` creates a base menu.',
      'endpoint.goodsReceipts.list':
        '`GET /inventory/goods-receipts` lists goods receipts in a range of dates.',
      'endpoints.webhook': "`POST` to the key's webhook URL delivers an event.",
    },
  },
  {
    title: 'GET /channels',
    rules: { 'channels-list.types': 'It gives the Partner and the Dine-in channels of the outlet.' },
  },
  {
    title: 'GET /menus',
    rules: {
      'menus-get.type': 'channelType says whose menu it is.',
      'menus-get.partner': 'For partner, partnerChannel goes with it.',
    },
  },
  {
    title: 'POST /orders',
    rules: {
      'orders-create.body': 'The body has channelId, partnerInfo, items with options, and payments.',
      'orders-create.discounts': 'It may have appliedDiscounts.',
      'orders-create.answer': 'The answer is 201 with the order.',
      'orders-create.invalid': 'What is not valid is answered 400.',
      'orders-create.discount-sum': 'Discounts above the bill are refused.',
      'orders-create.refused': 'Nothing was created then.',
    },
  },
  {
    title: 'GET /orders/:id',
    rules: {
      'orders-get.whole': 'The order comes with items and payments.',
      'orders-get.missing': 'An order that does not exist is a 404.',
    },
  },
  {
    title: 'PUT /orders/:id',
    rules: { 'orders-update.status': 'The body has a status, cancelled.' },
  },
  {
    title: 'GET /orders',
    rules: {
      'orders-list.from': 'from, an RFC 3339 time, begins the range.',
      'orders-list.to': 'to, an RFC 3339 time, ends it.',
      'orders-list.range': 'A range has at most 31 days.',
      'orders-list.status': 'status is complete or cancelled.',
      'orders-list.default': 'Without it, both come.',
      'orders-list.payload': 'Orders come whole, as the single order does.',
      'orders-list.pages': 'Pages follow each other by cursor.',
      'orders-list.page-size': 'A page has up to 25 orders of each status.',
    },
  },
  {
    title: 'POST /orders/reservations',
    rules: {
      'reservations-create.channel': 'channelId names a channel of type dine-in.',
      'reservations-create.guests': 'guestCount is a whole number.',
      'reservations-create.info': "partnerReservationInfo has the booking's names and the guest's contact.",
      'reservations-create.deposit': 'A deposit that was paid goes into payments, which may be left out.',
      'reservations-create.customer': 'Those payments have no customerName.',
      'reservations-create.answer': 'The answer is 201 with the order.',
    },
  },
  {
    title: 'PUT /orders/reservations/{id}',
    rules: {
      'reservations-update.changes': 'Only what changes is sent; all fields may be left out.',
      'reservations-update.table': 'channelId moves the guests to another table.',
      'reservations-update.closes': 'The status cancelled closes the order.',
      'reservations-update.guests': 'guestCount changes.',
      'reservations-update.info': 'Contact and note change in partnerReservationInfo.',
      'reservations-update.rule-1': 'A cancellation goes with no other field.',
      'reservations-update.rule-2': 'partnerName and reservationId cannot change.',
      'reservations-update.rule-3': 'Only the key that created the order can update it.',
    },
  },
  {
    title: 'POST /orders/import',
    rules: {
      'orders-import.complete': 'The order is complete at once.',
      'orders-import.given': 'orderDate, paidAt, number and receiptNumber are those of the caller.',
      'orders-import.source': 'externalOrderSource is required.',
      'orders-import.unchecked': 'It is not validated as a real order is.',
      'orders-import.silent': 'It has no side effects: no webhook, no print, no stock check.',
      'orders-import.idempotency': 'It takes an idempotency key.',
    },
  },
];
