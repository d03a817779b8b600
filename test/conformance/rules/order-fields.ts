import { type Section, untested } from '../rule.js';

const unchecked = 'Neither the client nor the fake checks this data';

export const orderFields: readonly Section[] = [
  {
    title: 'All resources',
    rules: {
      'resources.camel-case': 'Field names are in camelCase.',
      'resources.timestamps': 'Timestamps in bodies have the form `YYYY-MM-DDTHH:mm:ss.sssZ`.',
      'resources.bounds': 'Query bounds are RFC 3339 timestamps.',
    },
  },
  {
    title: 'Channel',
    rules: {
      'field.channel.id': 'id is a string.',
      'channel.referenced': 'Other resources refer to a channel by channelId.',
      'field.channel.type': 'type is an enumeration.',
      'channel.types': 'The documented types are partner and dine-in.',
    },
  },
  {
    title: 'Menu',
    rules: {
      'menu.per-type': 'Each channel type has a menu.',
      'menu.item-id': 'Menu items have an id.',
      'menu.item-referenced': 'Orders refer to a menu item by menuItemId.',
      'menu.option-id': 'Options have an id.',
      'menu.option-referenced': 'Orders refer to an option by optionId.',
    },
  },
  {
    title: 'Order',
    rules: {
      'field.order.id': 'id is a string.',
      'field.order.status': 'status is a string.',
      'order.statuses':
        'The documented statuses are open, inKitchen, readyForPickup, complete and cancelled.',
      'field.order.channelId': 'channelId is a string: the channel of the order.',
      'field.order.guestCount': 'guestCount is a number, on reservation orders.',
      'field.order.partnerInfo': 'partnerInfo is an object, on digital orders.',
      'field.order.partnerInfo.partnerChannel': 'partnerInfo.partnerChannel is a string.',
      'field.order.partnerInfo.orderId':
        "partnerInfo.orderId is a string: the partner's own order reference.",
      'field.order.items': 'items is a list of order items.',
      'field.order.payments': 'payments is a list of payments.',
      'field.order.appliedDiscounts': 'appliedDiscounts is a list of fixed discounts on the whole order.',
      'field.order.appliedDiscounts.name': 'A discount can have a name.',
      'order.discount-name': 'The default name of a discount is Open Discount.',
      'order.discount-sum': 'The sum of the discounts is at most the bill total.',
      'order.same-shape':
        'The list and the single-order endpoint return the same shape, including items and payments.',
    },
  },
  {
    title: 'Order item',
    rules: {
      'field.order.items.menuItemId': 'menuItemId is a string.',
      'field.order.items.quantity': 'quantity is a number.',
      'order-item.whole': 'A quantity is an integer.',
      'field.order.items.customerName': 'customerName is a string: the name of the customer.',
      'field.order.items.options': 'options is a list.',
      'field.order.items.options.optionId': 'options[].optionId is a string.',
      'field.order.items.options.quantity': 'options[].quantity is a number.',
    },
  },
  {
    title: 'Payment',
    rules: {
      'field.order.payments.offlineMethod': 'offlineMethod is a string: a payment method outside the POS.',
      'payment.card': 'A documented payment method is card.',
      'field.order.payments.amount': 'amount is a number.',
      'field.order.payments.currency': 'currency is a string: a currency code.',
      'field.order.payments.externalId': "externalId is a string: the payment system's reference.",
      'field.order.payments.created': 'created is a string.',
      'payment.created': 'created is an ISO 8601 timestamp.',
      'field.order.payments.customerName': 'customerName is a string.',
      'payment.customer': 'customerName is for digital orders.',
    },
  },
  {
    title: 'Reservation info',
    rules: {
      'field.order.partnerReservationInfo': 'partnerReservationInfo is an object.',
      'field.order.partnerReservationInfo.partnerName': 'partnerName is a string.',
      'reservation-info.partner-fixed': 'partnerName cannot change after creation.',
      'field.order.partnerReservationInfo.reservationId': 'reservationId is a string.',
      'reservation-info.reservation-fixed': 'reservationId cannot change after creation.',
      'field.order.partnerReservationInfo.firstName': 'firstName is a string.',
      'field.order.partnerReservationInfo.lastName': 'lastName is a string.',
      'field.order.partnerReservationInfo.email': 'email is a string.',
      'reservation-info.email': untested('email is an email address.', unchecked),
      'field.order.partnerReservationInfo.phoneNumber': 'phoneNumber is a string.',
      'reservation-info.phone': 'phoneNumber has the international format.',
      'field.order.partnerReservationInfo.note': 'note is free text.',
      'reservation-info.note': 'note is part of an update.',
    },
  },
];
