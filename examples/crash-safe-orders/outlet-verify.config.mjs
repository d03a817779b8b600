import { defineVerification } from 'outlet-open-api/verify';

export default defineVerification({
  useCase: 'digital-ordering',
  start: 'node --import tsx service.ts',
  env: { OUTLET_REF: 'bistro' },
  ready: 'http://127.0.0.1:{port}/health',
  webhookUrl: 'http://127.0.0.1:{port}/webhooks?secret={secret}',
  actions: {
    placeOrder: 'POST http://127.0.0.1:{port}/orders',
    cancelOrder: 'POST http://127.0.0.1:{port}/orders/{reference}/cancel',
    // The service reads the menu for each order.
    refreshMenu: () => {},
    // The service sweeps at each start.
    sweep: ({ restart }) => restart(),
  },
  state: { orders: 'GET http://127.0.0.1:{port}/orders' },
});
