import type { Section } from '../rule.js';

export const states: readonly Section[] = [
  {
    title: 'Order statuses',
    rules: {
      'order-state.final': 'complete and cancelled are the final statuses.',
      'order-state.reservation-cancelled':
        'A reservation update with the status cancelled cancels an open reservation order.',
      'order-state.reservation-cancelled.key': 'Only the key that created the order can cancel it.',
      'order-state.reservation-cancelled.alone': 'The body of the cancellation has no other field.',
      'order-state.reservation-cancelled.event': 'The key receives order.statusUpdated.',
      'order-state.cancelled': '`PUT /orders/:id` cancels an order that is not final.',
      'order-state.cancelled.event': 'The key that created the order receives order.cancelled.',
      'order-state.complete-cancelled': 'A complete, paid order can be cancelled.',
      'order-state.complete-cancelled.event': 'The cancellation of a complete order sends order.cancelled.',
      'order-state.reopened': 'A complete order can be reopened, modified and completed again.',
      'order-state.reopened.event': 'The second completion sends another order.complete.',
    },
  },
  {
    title: 'Goods receipt statuses',
    rules: {
      'receipt-state.all': 'The statuses are draft, completed, cancelled and partiallyReceived.',
      'receipt-state.cancelled': 'The merchant can cancel a completed receipt.',
      'receipt-state.completed': 'The merchant can complete a partially received receipt.',
    },
  },
];
