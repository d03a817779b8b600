/** @type {import('outlet-open-api/verify').Verification} */
export default {
  useCase: 'digital-ordering',
  // The tests compile the backend once.
  start: `node ${process.env.SERVICE ?? '--import tsx service.ts'}`,
  ready: 'http://127.0.0.1:{port}/health',
  webhookUrl: 'http://127.0.0.1:{port}/webhooks?outlet={outletRef}&secret={secret}',
  actions: {
    placeOrder: 'POST http://127.0.0.1:{port}/orders?outlet={outletRef}',
    cancelOrder: 'POST http://127.0.0.1:{port}/orders/{reference}/cancel?outlet={outletRef}',
    addOutlet: 'POST http://127.0.0.1:{port}/outlets',
    refreshMenu: 'POST http://127.0.0.1:{port}/refresh-menu',
    // The backend reads the recent orders at each start.
    sweep: ({ restart }) => restart(),
  },
  state: { orders: 'GET http://127.0.0.1:{port}/orders?outlet={outletRef}' },
  // Longer than the backend waits before it repeats a request. A mistake never heals.
  settleTimeout: process.env.MISTAKE ? 10_000 : 25_000,
};
