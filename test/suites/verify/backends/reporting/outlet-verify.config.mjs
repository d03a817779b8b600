/** @type {import('outlet-open-api/verify').Verification} */
export default {
  useCase: 'order-data',
  // The tests compile the backend once.
  start: `node ${process.env.SERVICE ?? '--import tsx service.ts'}`,
  ready: 'http://127.0.0.1:{port}/health',
  webhookUrl: 'http://127.0.0.1:{port}/webhooks?outlet={outletRef}&secret={secret}',
  actions: {
    addOutlet: 'POST http://127.0.0.1:{port}/outlets',
    runNightlyJob: `POST http://127.0.0.1:{port}/${process.env.MISTAKE === 'has-another-url' ? 'nite' : 'nightly'}`,
    backfill: 'POST http://127.0.0.1:{port}/backfill',
  },
  state: { orders: 'GET http://127.0.0.1:{port}/orders?outlet={outletRef}' },
  // Longer than the backend waits before it repeats a request. A mistake never heals.
  settleTimeout: process.env.MISTAKE ? 10_000 : 25_000,
};
