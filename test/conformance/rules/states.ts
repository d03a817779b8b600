import type { Section } from '../rule.js';

export const states: readonly Section[] = [
  {
    title: 'Order statuses',
    rules: {
      'order-state.final': 'complete and cancelled are final.',
      'order-state.reservation-cancelled': 'An open reservation is cancelled by its update.',
      'order-state.reservation-cancelled.key': 'Only the key that made it can do so.',
      'order-state.reservation-cancelled.alone': 'Nothing else goes with it.',
      'order-state.reservation-cancelled.event': 'Its key is sent order.statusUpdated.',
      'order-state.cancelled': 'An order that has not ended is cancelled by `PUT /orders/:id`.',
      'order-state.cancelled.event': 'The key that created it is sent order.cancelled.',
      'order-state.complete-cancelled': 'A complete and paid order can still be cancelled.',
      'order-state.complete-cancelled.event': 'order.cancelled is sent then.',
      'order-state.reopened': 'A complete order can be reopened, changed, and completed again.',
      'order-state.reopened.event': 'Another order.complete is sent then.',
    },
  },
  {
    title: 'Goods receipt statuses',
    rules: {
      'receipt-state.all': 'They are draft, completed, cancelled and partiallyReceived.',
      'receipt-state.cancelled': 'A completed one can be cancelled later.',
      'receipt-state.completed': 'One that was received in part can be completed later.',
    },
  },
];
