import { type Section, untested } from '../rule.js';

const unchecked = 'data of the caller, which neither client nor fake judges';

export const orderFields: readonly Section[] = [
  {
    title: 'All resources',
    rules: {
      'resources.camel-case': 'Names of fields are in camelCase.',
      'resources.timestamps': 'Times in bodies are `YYYY-MM-DDTHH:mm:ss.sssZ`.',
      'resources.bounds': 'Bounds in queries are RFC 3339.',
    },
  },
  {
    title: 'Channel',
    rules: {
      'field.channel.id': 'id: text.',
      'channel.referenced': 'Other resources refer to it as channelId.',
      'field.channel.type': 'type: an enumeration.',
      'channel.types': 'Known types are partner and dine-in.',
    },
  },
  {
    title: 'Menu',
    rules: {
      'menu.per-type': 'There is a menu for each channel type.',
      'menu.item-id': 'Its items have an id.',
      'menu.item-referenced': 'Orders refer to an item as menuItemId.',
      'menu.option-id': 'Its options have an id.',
      'menu.option-referenced': 'Orders refer to an option as optionId.',
    },
  },
  {
    title: 'Order',
    rules: {
      'field.order.id': 'id: text.',
      'field.order.status': 'status: text.',
      'order.statuses': 'Known are open, inKitchen, readyForPickup, complete and cancelled.',
      'field.order.channelId': 'channelId: text, the channel that it belongs to.',
      'field.order.guestCount': 'guestCount: a number, of reservations.',
      'field.order.partnerInfo': 'partnerInfo: an object, of digital ordering.',
      'field.order.partnerInfo.partnerChannel': 'Its partnerChannel is text.',
      'field.order.partnerInfo.orderId': "Its orderId is text: the partner's own reference.",
      'field.order.items': 'items: a list of order items.',
      'field.order.payments': 'payments: a list of payments.',
      'field.order.appliedDiscounts': 'appliedDiscounts: a list of fixed discounts on the whole order.',
      'field.order.appliedDiscounts.name': 'Each can have a name.',
      'order.discount-name': 'Without a name it is an Open Discount.',
      'order.discount-sum': 'Together they are at most the total of the bill.',
      'order.same-shape': 'List and single order have the same shape, items and payments included.',
    },
  },
  {
    title: 'Order item',
    rules: {
      'field.order.items.menuItemId': 'menuItemId: text.',
      'field.order.items.quantity': 'quantity: a number.',
      'order-item.whole': 'A quantity is whole.',
      'field.order.items.customerName': 'customerName: text, the name of the guest.',
      'field.order.items.options': 'options: a list.',
      'field.order.items.options.optionId': 'Each has an optionId: text.',
      'field.order.items.options.quantity': 'Each has a quantity: a number.',
    },
  },
  {
    title: 'Payment',
    rules: {
      'field.order.payments.offlineMethod': 'offlineMethod: text, a method outside the POS.',
      'payment.card': 'One known method is card.',
      'field.order.payments.amount': 'amount: a number.',
      'field.order.payments.currency': 'currency: text, a code.',
      'field.order.payments.externalId': "externalId: text, the payer's reference.",
      'field.order.payments.created': 'created: text.',
      'payment.created': 'created is an ISO 8601 time.',
      'field.order.payments.customerName': 'customerName: text.',
      'payment.customer': 'customerName belongs to digital ordering.',
    },
  },
  {
    title: 'Reservation info',
    rules: {
      'field.order.partnerReservationInfo': 'partnerReservationInfo: an object.',
      'field.order.partnerReservationInfo.partnerName': 'partnerName: text.',
      'reservation-info.partner-fixed': 'partnerName never changes.',
      'field.order.partnerReservationInfo.reservationId': 'reservationId: text.',
      'reservation-info.reservation-fixed': 'reservationId never changes.',
      'field.order.partnerReservationInfo.firstName': 'firstName: text.',
      'field.order.partnerReservationInfo.lastName': 'lastName: text.',
      'field.order.partnerReservationInfo.email': 'email: text.',
      'reservation-info.email': untested('email is an e-mail address.', unchecked),
      'field.order.partnerReservationInfo.phoneNumber': 'phoneNumber: text.',
      'reservation-info.phone': 'phoneNumber is in the international format.',
      'field.order.partnerReservationInfo.note': 'note: free text.',
      'reservation-info.note': 'A note comes with an update.',
    },
  },
];
