import { type BackendOrder, defineVerification } from 'outlet-open-api/verify';
import { test } from 'vitest';

const backend = {
  start: 'node server.js',
  ready: 'http://127.0.0.1:{port}/health',
  webhookUrl: 'http://127.0.0.1:{port}/webhooks?secret={secret}',
  state: { orders: (): BackendOrder[] => [] },
} as const;

test('the actions of Digital Ordering are functions or requests', () => {
  defineVerification({
    ...backend,
    useCase: 'digital-ordering',
    actions: {
      placeOrder: async ({ reference, items, port }) =>
        console.log(reference.length, items.at(0)?.menuItemId, port),
      cancelOrder: 'POST http://127.0.0.1:{port}/orders/{reference}/cancel',
    },
  });
});

test('the actions of Order Data get a range of time', () => {
  defineVerification({
    ...backend,
    useCase: 'order-data',
    env: ({ dataFolder }) => ({ DATABASE: dataFolder }),
    actions: { runNightlyJob: ({ run, to }) => run(`node nightly.js ${to}`) },
  });
});

test('the actions belong to the use case', () => {
  defineVerification({
    ...backend,
    useCase: 'order-data',
    // @ts-expect-error placeOrder belongs to Digital Ordering, and runNightlyJob is missing.
    actions: { placeOrder: 'POST http://127.0.0.1/orders' },
  });
});

test('a request begins with its method', () => {
  defineVerification({
    ...backend,
    useCase: 'order-data',
    // @ts-expect-error A request begins with its method.
    actions: { runNightlyJob: 'http://127.0.0.1/nightly' },
  });
});

test('the state belongs to the use case', () => {
  defineVerification({
    ...backend,
    useCase: 'reservations',
    actions: {
      seat: ({ reservationId, guest, port }) => console.log(reservationId.length, guest?.lastName, port),
      change: 'POST http://127.0.0.1:{port}/reservations/{reservationId}/change',
      cancel: 'POST http://127.0.0.1:{port}/reservations/{reservationId}/cancel',
    },
    // @ts-expect-error The state of Reservations has the member reservations.
    state: { orders: (): BackendOrder[] => [] },
  });
});

test('a use case must have scenarios', () => {
  defineVerification({
    ...backend,
    // @ts-expect-error There is no such use case.
    useCase: 'kitchen-display',
    actions: { runNightlyJob: 'POST http://127.0.0.1/nightly' },
  });
});
