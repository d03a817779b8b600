/** @type {import('outlet-open-api/verify').Verification} */
export default {
  useCase: 'digital-ordering',
  start: 'exec python3 -B service.py',
  ready: 'http://127.0.0.1:{port}/health',
  webhookUrl: 'http://127.0.0.1:{port}/webhooks/{secret}',
  actions: {
    placeOrder: 'POST http://127.0.0.1:{port}/orders',
    cancelOrder: 'POST http://127.0.0.1:{port}/orders/{reference}/cancel',
    // The backend reads the recent orders at each start.
    sweep: ({ restart }) => restart(),
  },
  state: { orders: 'GET http://127.0.0.1:{port}/orders' },
  severalProcesses: true,
  settleTimeout: process.env.MISTAKE ? 10_000 : 40_000,
};
